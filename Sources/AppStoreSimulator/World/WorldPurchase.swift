public import AppStore

/// One transaction of a world, from the customer's view.
public struct WorldPurchase: Hashable, Sendable {
    /// The transaction's identifier.
    public let transactionId: String
    /// The identifier of the first transaction of its chain.
    public let originalTransactionId: String
    /// The order number in Apple's email to the customer.
    public let orderId: String
    /// The customer.
    public let customer: WorldCustomer
    /// The bundle id of the app.
    public let bundleId: String
    /// The product.
    public let productId: String
    /// The quantity.
    public let quantity: Int
    /// The instant at which the period or the ownership began.
    public let purchasedAt: Timestamp
    /// The end of the period, for an auto-renewable subscription.
    public let expiresAt: Timestamp?
    /// The instant of the refund; `nil` without a refund and after its reversal.
    public let revokedAt: Timestamp?
    /// The refunded share, in thousandths of a percent, if there was a refund.
    public let revokedPercentage: Int?
    /// Whether the store renewed the subscription, rather than the customer buying it.
    public let isRenewal: Bool
    /// Whether an upgrade superseded the transaction.
    public let isUpgraded: Bool
    /// Whether the customer has the purchase through Family Sharing.
    public let isFamilyShared: Bool
    /// Whether the transaction was created by a restore.
    public let isRestored: Bool
    /// The price paid for the whole quantity.
    public let price: WorldPrice
}
