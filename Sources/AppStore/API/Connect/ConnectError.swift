import Foundation

/// The reason why a request to App Store Connect did not succeed, with one case for each that a caller may handle
/// differently.
///
/// An error never contains a key or a token. A response contains Apple's own message, shortened.
public enum ConnectError: Error, Hashable, Sendable {
    /// There is no report because nothing was sold in its period: the number of sales is zero, not unknown.
    case noSales
    /// Apple has not generated the report yet.
    case notYetAvailable
    /// Apple no longer has the report.
    case gone
    /// Apple does not know the identifier or has no such report.
    case notFound(ConnectErrorResponse)
    /// Apple refuses the request because of its content.
    case refused(ConnectErrorResponse)
    /// Apple did not accept the token: the key was replaced or revoked, its identifier or the issuer is wrong, or the
    /// clock is wrong.
    case unauthorized(ConnectErrorResponse)
    /// The key has no permission: its role was changed, it is an individual key instead of a team key, or the vendor
    /// belongs to another account.
    case forbidden(ConnectErrorResponse)
    /// Apple refuses all requests until the account holder accepts an agreement.
    case agreementMissing(ConnectErrorResponse)
    /// The hourly limit is exhausted until an instant of the App Store's clock, in milliseconds since 1970.
    case rateLimited(until: Int64)
    /// Apple's server failed.
    case failed(ConnectErrorResponse)
    /// The client sent nothing, because the host could not be reached.
    case unreachable
    /// The connection ended before the whole response arrived.
    case interrupted
    /// The timeout passed before the whole response arrived.
    case timedOut(Duration)
    /// The response is not what Apple documents, or a report is not a gzip file.
    case unreadable
    /// The response is larger than the request allows.
    case tooLarge
    /// The response is a redirection, which the client does not follow because only Apple may receive the token.
    case redirected
    /// The link to the next page leads to another host, which must not receive a token.
    case foreignLink
    /// The task was canceled.
    case canceled
    /// The request budget is unavailable, so the client sent nothing.
    case budgetUnavailable
    /// An identifier, a vendor number, or a storefront cannot be part of an address, so the client sent nothing.
    case requestInvalid
    /// The key could not sign.
    case signingFailed
}

extension ConnectError {
    /// Creates the error that a response from Apple means: by its error name and message if it has them, and otherwise
    /// by its status.
    ///
    /// - Parameters:
    ///   - answer: A response that is not a success.
    ///   - instant: The instant until which to wait if the limit is exhausted, in milliseconds since 1970.
    init(_ answer: ConnectErrorResponse, waitingUntil instant: Int64) {
        self =
            switch answer.status {
            case _ where answer.status == 429 || answer.name.hasPrefix("RATE_LIMIT"): .rateLimited(until: instant)
            case 401: .unauthorized(answer)
            case 403: answer.name.contains("AGREEMENT") ? .agreementMissing(answer) : .forbidden(answer)
            case 500...: .failed(answer)
            case 410: .gone
            case 400, 404:
                if answer.says("not available yet") || answer.says("not yet available") {
                    .notYetAvailable
                } else if answer.status == 400 {
                    .refused(answer)
                } else if answer.says("no longer available") {
                    .gone
                } else {
                    answer.says("no sales") ? .noSales : .notFound(answer)
                }
            default: .refused(answer)
            }
    }

    /// Creates the error for a request that got no response.
    init(_ error: AppStoreTransportError, after timeout: Duration) {
        self =
            switch error {
            case .unreachable: .unreachable
            case .interrupted: .interrupted
            case .timedOut: .timedOut(timeout)
            case .tooLarge: .tooLarge
            case .redirected: .redirected
            case .canceled: .canceled
            }
    }

    /// The error's name in metrics, logs, and documentation; it never changes.
    public var code: String {
        switch self {
        case .noSales: "connect_no_sales"
        case .notYetAvailable: "connect_not_yet_available"
        case .gone: "connect_gone"
        case .notFound: "connect_not_found"
        case .refused: "connect_refused"
        case .unauthorized: "connect_unauthorized"
        case .forbidden: "connect_forbidden"
        case .agreementMissing: "connect_agreement_missing"
        case .rateLimited: "connect_rate_limited"
        case .failed: "connect_failed"
        case .unreachable: "connect_unreachable"
        case .interrupted: "connect_interrupted"
        case .timedOut: "connect_timed_out"
        case .unreadable: "connect_unreadable"
        case .tooLarge: "connect_too_large"
        case .redirected: "connect_redirected"
        case .foreignLink: "connect_foreign_link"
        case .canceled: "connect_canceled"
        case .budgetUnavailable: "connect_budget_unavailable"
        case .requestInvalid: "connect_request_invalid"
        case .signingFailed: "connect_signing_failed"
        }
    }

    /// Whether the same request may succeed later without any change.
    public var canRetry: Bool {
        switch self {
        case .notYetAvailable, .rateLimited, .failed, .unreachable, .interrupted, .timedOut, .canceled,
            .budgetUnavailable:
            true
        case .noSales, .gone, .notFound, .refused, .unauthorized, .forbidden, .agreementMissing, .unreadable,
            .tooLarge, .redirected, .foreignLink, .requestInvalid, .signingFailed:
            false
        }
    }

    /// Apple's error response, if there was one.
    public var answer: ConnectErrorResponse? {
        switch self {
        case .notFound(let answer), .refused(let answer), .unauthorized(let answer), .forbidden(let answer),
            .agreementMissing(let answer), .failed(let answer):
            answer
        default: nil
        }
    }
}

/// A response in which App Store Connect refuses a request, with the first of its errors.
public struct ConnectErrorResponse: Hashable, Sendable {
    /// The maximum length of each text, in Unicode scalars.
    public static let maximumTextLength = 300
    /// The maximum size of a body that is searched for errors, in bytes.
    static let longestBody = 1 << 16

    /// The HTTP status.
    public let status: Int
    /// Apple's name of the error, such as `PARAMETER_ERROR.INVALID`; empty if the response contained none.
    public let name: String
    /// Apple's message about this kind of error, cut, with control characters escaped; empty if there is none.
    public let title: String
    /// Apple's message about this request, cut, with control characters escaped; empty if there is none.
    public let detail: String

    /// Creates an error response from its parts.
    public init(status: Int, name: String = "", title: String = "", detail: String = "") {
        self.status = status
        self.name = Self.text(name)
        self.title = Self.text(title)
        self.detail = Self.text(detail)
    }

    /// Reads a response that is not a success; of an unreadable body only the status remains.
    init(_ reply: AppStoreHTTPResponse) {
        var error: JSONValue?
        if reply.body.count <= Self.longestBody, let body = try? JSONValue(json: reply.body),
            case .array(let errors)? = body["errors"]
        {
            error = errors.first
        }
        func text(_ key: String) -> String {
            guard case .string(let text)? = error?[key] else { return "" }
            return text
        }
        self.init(status: reply.status, name: text("code"), title: text("title"), detail: text("detail"))
    }

    /// The version of the report that Apple's message names as the latest, such as `1_4`; `nil` if it names none.
    public var latestVersion: String? {
        let words = "latest version for this report is "
        guard let place = self.detail.range(of: words, options: .caseInsensitive) else { return nil }
        let version = self.detail[place.upperBound...].prefix { $0 == "_" || ($0.isASCII && $0.isNumber) }
        return ConnectSalesReport.isVersion(version) ? String(version) : nil
    }

    /// Returns whether one of Apple's messages contains these words, ignoring case.
    func says(_ words: String) -> Bool {
        self.detail.range(of: words, options: .caseInsensitive) != nil
            || self.title.range(of: words, options: .caseInsensitive) != nil
    }

    private static func text(_ text: String) -> String {
        UntrustedText.escaped(text, limit: Self.maximumTextLength)
    }
}
