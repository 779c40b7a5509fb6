/// Why a request to Apple had no success: a case for each thing a caller may treat differently.
///
/// Nothing of it holds a key, a token or signed data; Apple's own words are in the refusal, shortened.
public enum AppStoreError: Error, Hashable, Sendable {
    /// Apple answered, and refused.
    case refused(AppleErrorResponse)
    /// Apple did not accept the bearer token, nor one made afresh: the key, its id, the issuer or the bundle id is
    /// wrong, the key was revoked, or the clock is.
    case unauthorized
    /// The rate is used up until an instant of the App Store's clock, milliseconds since 1970, after the deadline.
    case rateLimited(until: Int64)
    /// None of the hosts could be reached.
    case unreachable
    /// The connection ended before the whole answer was there, and the request may have arrived.
    case interrupted
    /// The whole time was over; the request may have arrived.
    case timedOut(Duration)
    /// The answer is not what Apple documents: another body, or one that lacks what it is for.
    case unreadableAnswer
    /// The answer is larger than any of Apple's.
    case tooLarge
    /// The answer is a redirection, which is not followed: the token is for Apple alone.
    case redirected
    /// The task was canceled.
    case canceled
    /// The rate budget cannot be asked, so nothing was sent.
    case budgetUnavailable
    /// Apple does not have this operation in this environment.
    case notAvailable
    /// An identifier is one that cannot stand in an address: empty, or dots alone.
    case identifierInvalid
    /// The key could not sign.
    case signingFailed
}

extension AppStoreError {
    /// The error's name in metrics, logs and documentation; it never changes.
    ///
    /// Apple's own number is in the refusal.
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
        case .tooLarge: "appstore_too_large"
        case .redirected: "appstore_redirected"
        case .canceled: "appstore_canceled"
        case .budgetUnavailable: "appstore_budget_unavailable"
        case .notAvailable: "appstore_not_available"
        case .identifierInvalid: "appstore_identifier_invalid"
        case .signingFailed: "appstore_signing_failed"
        }
    }

    /// Whether the same request may succeed later, without anybody changing anything.
    public var canRetry: Bool {
        switch self {
        case .refused(let answer): answer.retry != .never
        case .rateLimited, .unreachable, .interrupted, .timedOut, .canceled, .budgetUnavailable: true
        case .unauthorized, .unreadableAnswer, .tooLarge, .redirected, .notAvailable, .identifierInvalid,
            .signingFailed:
            false
        }
    }

    /// Whether Apple said that it does not know the id in this environment, so that the other one is worth asking.
    public var isUnknownID: Bool {
        self.number == .transactionIdNotFound || self.number == .originalTransactionIdNotFound
    }

    /// Apple's number, where Apple answered with one.
    public var number: AppleErrorNumber? {
        guard case .refused(let answer) = self else { return nil }
        return answer.number
    }
}

/// An answer of Apple's that refuses a request.
public struct AppleErrorResponse: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// Apple's number; nil when the answer held none.
    public let number: AppleErrorNumber?
    /// Apple's words, cut to ``maximumMessageLength`` characters without control characters; empty for none.
    public let message: String
    /// The instant before which nothing is to be sent, in milliseconds since 1970, where Apple named one.
    public let retryAfter: Int64?
    /// What is wrong with each field of an external purchase report; empty for all else.
    public let reportErrors: [ExternalPurchaseErrorResponse.Item]

    /// How much is kept of a message.
    public static let maximumMessageLength = 200

    /// An answer with these parts.
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

    /// Apple's name for the error, also for the few that have no published number; nil when it is not known.
    public var name: String? {
        if let unnumbered = self.unnumbered { return unnumbered.rawValue }
        return self.number?.name
    }

    /// The error, when it is one of those without a published number.
    public var unnumbered: UnnumberedAppleError? {
        // A number that is known, other than the general one, says more than any words.
        if let number = self.number, number.name != nil, number.rawValue != 4_000_000 { return nil }
        return self.status == 400 ? UnnumberedAppleError(message: self.message) : nil
    }

    /// Whether the same request may succeed later.
    public var retry: AppleErrorNumber.Retry {
        if let number = self.number { return number.retry }
        return self.status == 429 || self.status >= 500 ? .later : .never
    }
}

/// The body of an answer that is an error.
public struct APIErrorResponse: WireObject {
    /// Apple's code, seven digits of which the first three are the HTTP status.
    public var errorCode: Int64?
    /// Apple's words for it.
    public var errorMessage: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<APIErrorResponse> = [
        WireField("errorCode", \.errorCode),
        WireField("errorMessage", \.errorMessage),
    ]
}
