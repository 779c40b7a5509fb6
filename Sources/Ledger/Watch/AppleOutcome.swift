/// What the outcome of a call to Apple says about Apple and about the key.
package enum AppleOutcome: String, Hashable, Sendable {
    /// Apple answered.
    case answered
    /// Apple failed, or could not be reached.
    case failed
    /// Apple did not accept the key.
    case unauthorized
    /// Apple does not allow the key what was asked.
    case forbidden
    /// Apple was not asked.
    case notAsked = "not_asked"

    /// What an outcome as the metrics name it says: `ok`, or the code of an error.
    package init(code: String) {
        switch code {
        case "appstore_failed", "appstore_unreachable", "appstore_broken_off", "appstore_timed_out",
            "appstore_unreadable", "appstore_too_large", "appstore_redirected":
            self = .failed
        case "appstore_unauthorized": self = .unauthorized
        case "appstore_forbidden": self = .forbidden
        case "appstore_cancelled", "appstore_rate_limited", "appstore_budget_unavailable", "appstore_not_configured",
            "appstore_signing_failed", "appstore_identifier_invalid", "appstore_not_offered":
            self = .notAsked
        default: self = .answered
        }
    }
}
