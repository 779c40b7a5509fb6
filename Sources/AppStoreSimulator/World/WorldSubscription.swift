public import AppStore

/// The truth about one subscription of a world at the world's instant: what a server under test must arrive at.
public struct WorldSubscription: Hashable, Sendable {
    /// What the store holds the subscription to be.
    public enum Phase: String, Hashable, Sendable {
        /// Paid for.
        case active
        /// Over.
        case expired
        /// The renewal failed and access is over; the store keeps trying.
        case billingRetry
        /// The renewal failed and access goes on for a while.
        case gracePeriod
        /// Refunded.
        case revoked
    }

    /// The identifier of its first transaction.
    public let originalTransactionId: String
    /// Who subscribes.
    public let customer: WorldCustomer
    /// The product of the latest period.
    public let productId: String
    /// The product the next period will have.
    public let nextProductId: String
    /// What it is now.
    public let phase: Phase
    /// Whether it is to renew.
    public let autoRenews: Bool
    /// When the latest period ends or ended.
    public let expiresAt: Timestamp
    /// When grace ends, in grace.
    public let graceEndsAt: Timestamp?

    /// Whether it is shared by a family member who pays for it.
    public let isFamilyShared: Bool
    /// Whether the period is part of a commitment that goes on after it, whatever ``autoRenews`` says.
    public let isCommitted: Bool

    /// Whether the customer may use it now.
    public var givesAccess: Bool { self.phase == .active || self.phase == .gracePeriod }
}
