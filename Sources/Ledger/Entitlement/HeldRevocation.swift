/// That something held was refunded or withdrawn.
package struct HeldRevocation: Hashable, Sendable {
    /// When.
    package let revokedAt: Instant
    /// Why.
    package let reason: SubscriptionState.Reason

    /// A revocation at an instant, for a reason.
    package init(revokedAt: Instant, reason: SubscriptionState.Reason) {
        self.revokedAt = revokedAt
        self.reason = reason
    }
}
