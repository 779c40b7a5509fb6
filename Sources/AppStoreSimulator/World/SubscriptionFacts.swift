import AppStore

/// The whole state of one subscription: one customer in one group of one app.
///
/// Instants are milliseconds since 1970.
struct SubscriptionFacts: Sendable {
    /// The identifier of its first transaction; a migration begins anew.
    var originalNumber: UInt64
    /// When that was.
    let originallyPurchasedAt: Int64
    /// The customer's place in the world.
    let customer: Int
    /// The app's place in the world.
    let app: Int
    /// The place of the purchaser's subscription, of a family member's share in it.
    let source: Int?
    /// What notifications tell of it.
    var renewal: RenewalFacts
    /// Where the customer is.
    var storefront: WorldStorefront
    /// The place of the latest transaction.
    var latest: Int
    /// Where its periods are counted from.
    var anchoredAt: Int64
    /// How many periods since there were paid for.
    var periods: Int = 1
    /// How many of them the store made by itself.
    var renewals: Int = 0
    /// The billing plan of the running term.
    var plan: WorldBillingPlan.Kind?
    /// Whether auto-renew was on when the running period was refunded, or its refund was asked for.
    var renewedBeforeRefund = false
    /// What the customer was told the next period will cost, and whether he must consent.
    var announcedPrice: WorldPrice?
    /// A price the customer keeps although the product's has changed.
    var preservedPrice: WorldPrice?
    /// Whether the next renewal is charged, so that a cancellation comes too late for it.
    var isCharged = false
    /// The offers that set the prices of the coming periods of the next product.
    var queuedOffers: [TransactionFacts.Offer] = []
    /// How late the next renewal comes.
    var delayMilliseconds: Int64 = 0
    /// When its renewal date was extended by the developer.
    var extendedAt: [Int64] = []
    /// The places of the shares of family members.
    var shares: [Int] = []
    /// Its entry in the agenda.
    var scheduled: Agenda.Number?
    /// When it was last signed.
    var lastSignedAt = Int64.min

    /// Apple's originalTransactionId.
    var originalId: String { String(self.originalNumber) }

    /// Whether the commitment has further periods to come, whatever the customer says.
    var isCommitted: Bool {
        guard let commitment = self.renewal.commitment, !self.renewal.isOver else { return false }
        return commitment.number < commitment.total
    }
}

/// What the store knows about the next renewal of a subscription: what a notification remembers of it.
///
/// Instants are milliseconds since 1970.
struct RenewalFacts: Sendable {
    /// The product of the latest period, by its place in the app's catalog.
    var product: Int
    /// The product of the next period.
    var nextProduct: Int
    /// How the next period is billed.
    var nextPlan: WorldBillingPlan.Kind?
    /// What the subscription is.
    var phase = WorldSubscription.Phase.active
    /// Whether it is to renew: of a commitment, whether the commitment is.
    var autoRenews = true
    /// When the latest period ends.
    var expiresAt: Int64
    /// Why it ended, or why the store tries to bill it after its end.
    var expirationIntent: ExpirationIntent?
    /// When grace ends or ended, while the store tries to bill.
    var graceEndsAt: Int64?
    /// When the streak without longer gaps began.
    var streakBeganAt: Int64
    /// The token that renewals carry.
    var appAccountToken: String?
    /// What the next period costs.
    var nextPrice: WorldPrice?
    /// The offer that sets the price of the next period.
    var nextOffer: TransactionFacts.Offer?
    /// How a price increase stands with the customer.
    var priceIncrease: PriceIncreaseStatus?
    /// The win-back offers the customer may take, best first, by their places among the product's offers.
    var winBackOffers: [Int] = []
    /// The commitment that the latest period is part of.
    @Boxed var commitment: TransactionFacts.Commitment?
    /// What the next period holds, of a generic product.
    @Boxed var commerce: CommerceContent?

    /// Whether the store tries to bill it.
    var isInBillingRetry: Bool { self.phase == .billingRetry || self.phase == .gracePeriod }
    /// Whether it is over.
    var isOver: Bool { self.phase == .expired || self.phase == .revoked }
}
