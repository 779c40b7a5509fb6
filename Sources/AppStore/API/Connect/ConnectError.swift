import Foundation

/// Why a request to App Store Connect had no success: a case for each thing a caller may treat differently.
///
/// Nothing of it holds a key or a token; Apple's own words are in the answer, shortened.
public enum ConnectError: Error, Hashable, Sendable {
    /// There is no report because nothing was sold in its time: the number is zero, and known.
    case noSales
    /// The report is not made yet.
    case notYetAvailable
    /// Apple no longer has the report.
    case gone
    /// Apple does not know the id, or has no such report.
    case notFound(ConnectErrorResponse)
    /// Apple refuses the request for what it holds.
    case refused(ConnectErrorResponse)
    /// Apple did not accept the token: the key was replaced or revoked, the key's id or the issuer is wrong, or the
    /// clock is.
    case unauthorized(ConnectErrorResponse)
    /// The key may not do this: its role was changed, it is one person's and not the team's, or the vendor is
    /// another's.
    case forbidden(ConnectErrorResponse)
    /// Apple answers nothing until the account's holder accepts an agreement.
    case agreementMissing(ConnectErrorResponse)
    /// The hour's requests are used up until an instant of the App Store's clock, in milliseconds since 1970.
    case rateLimited(until: Int64)
    /// Apple's server failed.
    case failed(ConnectErrorResponse)
    /// Nothing was sent: the host could not be reached.
    case unreachable
    /// The connection ended before the whole answer was there.
    case interrupted
    /// The time was over before the whole answer was there.
    case timedOut(Duration)
    /// The answer is not what Apple documents, or is no gzip where a report was asked for.
    case unreadable
    /// The answer is larger than what was asked for may be.
    case tooLarge
    /// The answer is a redirection, which is not followed: the token is for Apple alone.
    case redirected
    /// The next page is said to be on another host, which gets no token.
    case foreignLink
    /// The task was canceled.
    case canceled
    /// The budget cannot be asked, so nothing was sent.
    case budgetUnavailable
    /// An id, a vendor number or a storefront is one that cannot stand in an address; nothing was sent.
    case requestInvalid
    /// The key could not sign.
    case signingFailed
}

extension ConnectError {
    /// What an answer of Apple's means: its name and its words decide where there are any, and its status otherwise.
    ///
    /// - Parameters:
    ///   - answer: An answer that is no success.
    ///   - instant: Until when to wait when it is about the limit, in milliseconds since 1970.
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

    /// What it means that a call came back without a reply.
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

    /// The error's name in metrics, logs and documentation; it never changes.
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

    /// Whether the same request may succeed later, without anybody changing anything.
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

    /// Apple's own words, where Apple answered.
    public var answer: ConnectErrorResponse? {
        switch self {
        case .notFound(let answer), .refused(let answer), .unauthorized(let answer), .forbidden(let answer),
            .agreementMissing(let answer), .failed(let answer):
            answer
        default: nil
        }
    }
}

/// An answer of App Store Connect's that refuses a request, with the first of its errors.
public struct ConnectErrorResponse: Hashable, Sendable {
    /// How many scalars are kept of each text.
    public static let maximumTextLength = 300
    /// The longest body that is read for its errors, in bytes.
    static let longestBody = 1 << 16

    /// The HTTP status.
    public let status: Int
    /// Apple's name of the error, such as `PARAMETER_ERROR.INVALID`; empty when the answer held none.
    public let name: String
    /// Apple's sentence about this kind of error, cut, with control characters escaped; empty for none.
    public let title: String
    /// Apple's sentence about this request, cut, with control characters escaped; empty for none.
    public let detail: String

    /// An answer with these parts.
    public init(status: Int, name: String = "", title: String = "", detail: String = "") {
        self.status = status
        self.name = Self.text(name)
        self.title = Self.text(title)
        self.detail = Self.text(detail)
    }

    /// Reads a reply that is no success; what cannot be read leaves its status.
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

    /// The version of the report that Apple asks for in its sentence, such as `1_4`; `nil` when it names none.
    public var latestVersion: String? {
        let words = "latest version for this report is "
        guard let place = self.detail.range(of: words, options: .caseInsensitive) else { return nil }
        let version = self.detail[place.upperBound...].prefix { $0 == "_" || ($0.isASCII && $0.isNumber) }
        return ConnectSalesReport.isVersion(version) ? String(version) : nil
    }

    /// Whether one of Apple's sentences holds these words, whatever their letters' case.
    func says(_ words: String) -> Bool {
        self.detail.range(of: words, options: .caseInsensitive) != nil
            || self.title.range(of: words, options: .caseInsensitive) != nil
    }

    private static func text(_ text: String) -> String {
        UntrustedText.escaped(text, limit: Self.maximumTextLength)
    }
}
