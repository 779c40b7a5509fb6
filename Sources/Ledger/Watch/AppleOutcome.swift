/// The meaning of the outcome of a call to Apple, for Apple's availability and for the key.
package enum AppleOutcome: String, Hashable, Sendable, CaseIterable {
    /// Apple accepted the key and answered.
    case answered
    /// Apple failed, or was unreachable.
    case failed
    /// Apple did not accept the key.
    case unauthorized
    /// Apple does not permit the call with this key.
    case forbidden
    /// The outcome says nothing about Apple: no call was made, or the server itself failed.
    case notAsked = "not_asked"

    /// Creates the meaning of an outcome as the metrics name it: `ok`, the result of a report, or the code of an error.
    ///
    /// A code that is not in the table is one of the server's own, which does not show that Apple accepted the key.
    package init(code: String) {
        switch code {
        case "ok", "appstore_refused", "appstore_not_found", "appstore_conflict", "new", "changed", "unchanged",
            "no_sales", "not_yet", "gone", "connect_no_sales", "connect_not_yet_available", "connect_gone",
            "connect_not_found", "connect_refused":
            self = .answered
        case "appstore_failed", "appstore_unreachable", "appstore_interrupted", "appstore_timed_out",
            "appstore_not_json", "appstore_unreadable", "appstore_too_large", "appstore_redirected", "connect_failed",
            "connect_unreachable", "connect_interrupted", "connect_timed_out", "connect_unreadable",
            "connect_too_large", "connect_redirected", "connect_foreign_link":
            self = .failed
        case "appstore_unauthorized", "connect_unauthorized": self = .unauthorized
        case "appstore_forbidden", "connect_forbidden", "connect_agreement_missing": self = .forbidden
        default: self = .notAsked
        }
    }
}
