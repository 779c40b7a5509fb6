public import AppStore

/// The actual state of one subscription at the world's instant: the state that a server under test must reach.
public struct WorldSubscription: Hashable, Sendable {
    /// The phase of a subscription.
    public enum Phase: String, Hashable, Sendable {
        /// The current period is paid.
        case active
        /// The subscription has ended.
        case expired
        /// The renewal failed and access has ended; the store continues to try billing.
        case billingRetry
        /// The renewal failed and access continues during grace.
        case gracePeriod
        /// The latest period was refunded, or its sharing ended.
        case revoked
    }

    /// The identifier of its first transaction.
    public let originalTransactionId: String
    /// The subscriber.
    public let customer: WorldCustomer
    /// The product of the latest period.
    public let productId: String
    /// The product of the next period.
    public let nextProductId: String
    /// The current phase.
    public let phase: Phase
    /// Whether auto-renew is on.
    public let autoRenews: Bool
    /// The instant at which the latest period ends or ended.
    public let expiresAt: Timestamp
    /// The instant at which grace ends, during grace.
    public let graceEndsAt: Timestamp?

    /// Whether a family member pays for the subscription and shares it.
    public let isFamilyShared: Bool
    /// Whether the period is part of a commitment that continues after it, independent of ``autoRenews``.
    public let isCommitted: Bool

    /// Whether the customer may use it now.
    public var givesAccess: Bool { self.phase == .active || self.phase == .gracePeriod }
}
