package import Ledger

/// What became of one attempt to tell an endpoint something.
package enum WebhookOutcome: Hashable, Sendable {
    /// It answered 2xx.
    case arrived
    /// It may not have arrived; the endpoint may have said how long to leave it alone.
    case failed(DeliveryFailure, retryAfter: Duration?)
    /// The endpoint answered that it is gone (410).
    case gone(DeliveryFailure)
    /// Nothing was tried, because this side is not able to.
    case unable(code: String)

    /// `arrived`, or the code of what went wrong.
    var word: String {
        switch self {
        case .arrived: "arrived"
        case .failed(let failure, _), .gone(let failure): failure.code
        case .unable(let code): code
        }
    }

    /// The status of an answer that was none of success.
    var status: Int? {
        switch self {
        case .failed(let failure, _), .gone(let failure): failure.status
        case .arrived, .unable: nil
        }
    }

    /// What the audit log keeps of an attempt that somebody asked for.
    var audited: AuditOutcome {
        switch self {
        case .arrived: .done
        case .failed(let failure, _), .gone(let failure): .refused(code: failure.code)
        case .unable(let code): .refused(code: code)
        }
    }

    /// Whether the attempt was broken off on this side, because the server stops: that says nothing of the endpoint.
    var isBrokenOff: Bool {
        if case .failed(let failure, _) = self {
            failure.code == OutboundFailure.Code.cancelled.rawValue
        } else {
            false
        }
    }
}
