/// Whether a subscription is set to renew, and who switched it off.
package enum AutoRenew: String, Hashable, Sendable, CaseIterable {
    /// It is on.
    case on
    /// The customer has switched it off.
    case off
    /// Apple has switched it off because a refund was asked for and not yet decided, which is no cancellation.
    case offByRefundRequest
    /// Nothing that speaks for the period says.
    case unknown

    /// Whether ownership, grace and billing retry treat it as on.
    package var countsAsOn: Bool { self == .on || self == .offByRefundRequest }
}
