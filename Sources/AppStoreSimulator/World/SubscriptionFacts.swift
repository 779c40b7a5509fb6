import AppStore

/// The whole state of one subscription: one customer in one group of one app.
///
/// Instants are milliseconds since 1970.
struct SubscriptionFacts: Sendable {
    /// The identifier of its first transaction.
    let originalId: String
    /// When that was.
    let originallyPurchasedAt: Int64
    /// The customer's place in the world.
    let customer: Int
    /// The app's place in the world.
    let app: Int
    /// The identifier of the customer's copy of the app.
    let appTransactionId: String
    /// The token that renewals carry.
    var appAccountToken: String?
    /// The product of the latest period.
    var product: WorldProduct
    /// The product of the next period.
    var nextProduct: WorldProduct
    /// Where the customer is.
    var storefront: WorldStorefront
    /// The place of the latest transaction.
    var latest: Int
    /// When the latest period ends.
    var expiresAt: Int64
    /// Where its periods are counted from.
    var anchoredAt: Int64
    /// How many periods since there were paid for.
    var periods = 1
    /// How many of them the store made by itself.
    var renewals = 0
    /// When the streak without longer gaps began.
    var streakBeganAt: Int64
    /// What it is.
    var phase = WorldSubscription.Phase.active
    /// Whether it is to renew.
    var autoRenews = true
    /// Why it ended, or why the store tries to bill it after its end.
    var expirationIntent: ExpirationIntent?
    /// When grace ends or ended, while the store tries to bill.
    var graceEndsAt: Int64?
    /// Whether auto-renew was on when the running period was refunded.
    var renewedBeforeRefund = false
    /// Its entry in the agenda.
    var scheduled: Agenda.Number?
    /// When it was last signed.
    var lastSignedAt = Int64.min

    /// Whether the store tries to bill it.
    var isInBillingRetry: Bool { self.phase == .billingRetry || self.phase == .gracePeriod }
}
