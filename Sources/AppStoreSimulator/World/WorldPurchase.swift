public import AppStore

/// One transaction of a world, as its customer would see it.
public struct WorldPurchase: Hashable, Sendable {
    /// The transaction's identifier.
    public let transactionId: String
    /// The identifier of the first transaction of its chain.
    public let originalTransactionId: String
    /// The order's number in the customer's mail.
    public let orderId: String
    /// Who bought.
    public let customer: WorldCustomer
    /// The app it was bought in.
    public let bundleId: String
    /// What was bought.
    public let productId: String
    /// How many.
    public let quantity: Int
    /// When the period or the possession began.
    public let purchasedAt: Timestamp
    /// When the period ends, of an auto-renewable subscription.
    public let expiresAt: Timestamp?
    /// When it was refunded, unless it was not or the refund was reversed.
    public let revokedAt: Timestamp?
    /// The share given back, in thousandths of a percent, where something was.
    public let revokedPercentage: Int?
    /// Whether the store renewed it, rather than the customer bought it.
    public let isRenewal: Bool
    /// Whether an upgrade took its place.
    public let isUpgraded: Bool
    /// Whether the customer shares what a family member bought.
    public let isFamilyShared: Bool
    /// Whether it repeats another purchase for a restore.
    public let isRestored: Bool
    /// What was paid, for all of the quantity.
    public let price: WorldPrice
}
