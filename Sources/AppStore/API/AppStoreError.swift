/// The reason why a request to Apple did not succeed.
///
/// Two reasons are separate cases if a caller may handle them differently.
///
/// An error never contains a key, a token, or signed data. A refusal contains Apple's own message, shortened.
public enum AppStoreError: Error, Hashable, Sendable {
    /// Apple answered, and refused.
    case refused(AppleErrorResponse)
    /// Apple accepted neither the cached bearer token nor a new one. Possible causes: the key, its identifier, the
    /// issuer, or the bundle identifier is wrong; the key was revoked; or the clock is wrong.
    case unauthorized
    /// The rate limit permits no request before the deadline. The value is the instant at which it permits the next
    /// one, in milliseconds since 1970 by the App Store's clock.
    case rateLimited(until: Int64)
    /// No host could be reached.
    case unreachable
    /// The connection ended before the whole response arrived; Apple may have received the request.
    case interrupted
    /// The deadline passed; Apple may have received the request.
    case timedOut(Duration)
    /// The response is not what Apple documents: its body has another form or lacks an essential field.
    case unreadableAnswer
    /// The response states success, but is no JSON, such as a web page, as during an outage at Apple. It says nothing
    /// about the request, which Apple may have received.
    case answerNotJSON
    /// The response is larger than any of Apple's.
    case tooLarge
    /// The response is a redirection, which the client does not follow because only Apple may receive the token.
    case redirected
    /// The task was canceled.
    case canceled
    /// The request budget is unavailable, so the client sent nothing.
    case budgetUnavailable
    /// Apple does not offer this operation in this environment.
    case notAvailable
    /// An identifier cannot be part of an address: it is empty or consists of dots.
    case identifierInvalid
    /// The key could not sign.
    case signingFailed
}

extension AppStoreError {
    /// The error's name in metrics, logs, and documentation; it never changes.
    ///
    /// A refusal also contains Apple's own error number.
    public var code: String {
        switch self {
        case .refused(let answer):
            switch answer.status {
            case 403: "appstore_forbidden"
            case 404: "appstore_not_found"
            case 409: "appstore_conflict"
            case 429: "appstore_rate_limited"
            case 500...: "appstore_failed"
            default: "appstore_refused"
            }
        case .unauthorized: "appstore_unauthorized"
        case .rateLimited: "appstore_rate_limited"
        case .unreachable: "appstore_unreachable"
        case .interrupted: "appstore_interrupted"
        case .timedOut: "appstore_timed_out"
        case .unreadableAnswer: "appstore_unreadable"
        case .answerNotJSON: "appstore_not_json"
        case .tooLarge: "appstore_too_large"
        case .redirected: "appstore_redirected"
        case .canceled: "appstore_canceled"
        case .budgetUnavailable: "appstore_budget_unavailable"
        case .notAvailable: "appstore_not_available"
        case .identifierInvalid: "appstore_identifier_invalid"
        case .signingFailed: "appstore_signing_failed"
        }
    }

    /// Whether the same request may succeed later without any change.
    public var canRetry: Bool {
        switch self {
        case .refused(let answer): answer.retry != .never
        case .rateLimited, .unreachable, .interrupted, .timedOut, .answerNotJSON, .canceled, .budgetUnavailable: true
        case .unauthorized, .unreadableAnswer, .tooLarge, .redirected, .notAvailable, .identifierInvalid,
            .signingFailed:
            false
        }
    }

    /// Whether Apple said that it does not know the identifier in this environment, so that the caller can try the
    /// other one.
    public var isUnknownID: Bool {
        self.number == .transactionIdNotFound || self.number == .originalTransactionIdNotFound
    }

    /// Apple's error number, if the response contained one.
    public var number: AppleErrorNumber? {
        guard case .refused(let answer) = self else { return nil }
        return answer.number
    }
}

/// A response in which Apple refuses a request.
public struct AppleErrorResponse: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// Apple's error number; `nil` if the response contained none.
    public let number: AppleErrorNumber?
    /// Apple's message, without control characters and cut to ``maximumMessageLength`` characters; empty if there is
    /// none.
    public let message: String
    /// The earliest instant for the next request, in milliseconds since 1970, if Apple named one.
    public let retryAfter: Int64?
    /// The errors of each field of an external purchase report; empty for any other request.
    public let reportErrors: [ExternalPurchaseErrorResponse.Item]

    /// The maximum length of ``message``, in characters.
    public static let maximumMessageLength = 200

    /// Creates an error response from its parts.
    public init(
        status: Int,
        number: AppleErrorNumber? = nil,
        message: String = "",
        retryAfter: Int64? = nil,
        reportErrors: [ExternalPurchaseErrorResponse.Item] = []
    ) {
        self.status = status
        self.number = number
        self.message = String(
            String.UnicodeScalarView(message.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
                .prefix(Self.maximumMessageLength)
        )
        self.retryAfter = retryAfter
        self.reportErrors = reportErrors
    }

    /// Apple's name for the error, including the few that have no published number; `nil` for an unknown error.
    public var name: String? {
        if let unnumbered = self.unnumbered { return unnumbered.rawValue }
        return self.number?.name
    }

    /// The error, if it is one of those without a published number.
    public var unnumbered: UnnumberedAppleError? {
        // A known number other than the general one is more precise than the message.
        if let number = self.number, number.name != nil, number.rawValue != 4_000_000 { return nil }
        return self.status == 400 ? UnnumberedAppleError(message: self.message) : nil
    }

    /// Whether the same request may succeed later.
    public var retry: AppleErrorNumber.Retry {
        if let number = self.number { return number.retry }
        return self.status == 429 || self.status >= 500 ? .later : .never
    }
}

/// The body of an error response.
public struct APIErrorResponse: WireObject {
    /// Apple's error code: seven digits, of which the first three are the HTTP status.
    public var errorCode: Int64?
    /// Apple's error message.
    public var errorMessage: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<APIErrorResponse> = [
        WireField("errorCode", \.errorCode),
        WireField("errorMessage", \.errorMessage),
    ]
}
