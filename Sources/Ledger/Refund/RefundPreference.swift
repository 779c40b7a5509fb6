/// What the shop would have Apple do; Apple's `refundPreference`.
package enum RefundPreference: String, Hashable, Sendable, CaseIterable {
    /// Not to refund.
    case decline = "DECLINE"
    /// To refund all.
    case grantFull = "GRANT_FULL"
    /// To refund what was not consumed.
    case grantProrated = "GRANT_PRORATED"
}
