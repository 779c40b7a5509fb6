/// The whole state of one transaction.
///
/// Instants are milliseconds since 1970.
struct TransactionFacts: Sendable {
    /// The transaction's identifier.
    let id: String
    /// The identifier of the first transaction of its chain.
    let originalId: String
    /// The identifier of the billing event, of an auto-renewable subscription.
    let webOrderLineItemId: String?
    /// The identifier of the customer's copy of the app.
    let appTransactionId: String
    /// The customer's place in the world.
    let customer: Int
    /// The app's place in the world.
    let app: Int
    /// The place of the subscription it belongs to.
    let subscription: Int?
    /// What was bought.
    let product: WorldProduct
    /// How many.
    let quantity: Int
    /// When it was charged, or its period begins.
    let purchasedAt: Int64
    /// When the first transaction of the chain was.
    let originallyPurchasedAt: Int64
    /// When its period ends.
    let expiresAt: Int64?
    /// The app's token in lower case.
    let appAccountToken: String?
    /// Whether the store made it.
    let isRenewal: Bool
    /// Where the customer was.
    let storefront: WorldStorefront
    /// The price of all of it.
    let price: WorldPrice
    /// How it was taken back, if it is.
    var revocation: Revocation?
    /// Whether an upgrade replaced it.
    var isUpgraded = false
    /// When it was last signed.
    var lastSignedAt = Int64.min
}
