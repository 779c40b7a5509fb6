import AppStore

/// The complete state of one subscription: one customer in one group of one app.
///
/// Instants are milliseconds since 1970.
struct SubscriptionFacts: Sendable {
    /// The identifier of the first transaction; a migration starts a new chain.
    var originalNumber: UInt64
    /// The instant of the first purchase.
    let originallyPurchasedAt: Int64
    /// The customer's index.
    let customer: Int
    /// The app's index.
    let app: Int
    /// The index of the purchaser's subscription; set for the share of a member of a family or a group.
    let source: Int?
    /// The part of the state that notifications describe.
    var renewal: RenewalFacts
    /// The customer's storefront.
    var storefront: WorldStorefront
    /// The index of the latest transaction.
    var latest: Int
    /// The instant from which its periods are counted.
    var anchoredAt: Int64
    /// The number of paid periods since then.
    var periods: Int = 1
    /// The number of those that the store renewed.
    var renewals: Int = 0
    /// The billing plan of the running term.
    var plan: WorldBillingPlan.Kind?
    /// Whether auto-renew was on when the current period was refunded or its refund was requested.
    var renewedBeforeRefund = false
    /// The announced price of the next period.
    var announcedPrice: WorldPrice?
    /// A price that the customer keeps although the product's price has changed.
    var preservedPrice: WorldPrice?
    /// Whether the next renewal is charged already, so that a cancellation is too late for it.
    var isCharged = false
    /// The offers that set the prices of the next periods of the next product.
    var queuedOffers: [TransactionFacts.Offer] = []
    /// The delay of the next renewal.
    var delayMilliseconds: Int64 = 0
    /// The instants at which the developer extended the renewal date.
    var extendedAt: [Int64] = []
    /// The indices of the family members' shares.
    var shares: [Int] = []
    /// The group of a multiseat subscription's purchaser.
    @Boxed var group: SeatGroup?
    /// Its entry in the agenda.
    var scheduled: Agenda.Number?
    /// The instant of the last signature.
    var lastSignedAt = Int64.min

    /// Apple's originalTransactionId.
    var originalId: String { String(self.originalNumber) }

    /// Whether the commitment has further periods, even if the customer has canceled.
    var isCommitted: Bool {
        guard let commitment = self.renewal.commitment, !self.renewal.isOver else { return false }
        return commitment.number < commitment.total
    }
}

/// The state of a subscription's next renewal, which notifications store.
///
/// Instants are milliseconds since 1970.
struct RenewalFacts: Sendable {
    /// The product of the latest period, by its index in the app's catalog.
    var product: Int
    /// The product of the next period.
    var nextProduct: Int
    /// The billing plan of the next period.
    var nextPlan: WorldBillingPlan.Kind?
    /// The phase of the subscription.
    var phase = WorldSubscription.Phase.active
    /// Whether auto-renew is on; for a commitment, whether the commitment renews.
    var autoRenews = true
    /// The instant at which the latest period ends.
    var expiresAt: Int64
    /// The reason for the end, or for the billing retry after it.
    var expirationIntent: ExpirationIntent?
    /// The instant at which grace ends or ended, during billing retry.
    var graceEndsAt: Int64?
    /// The instant at which the streak without longer gaps began.
    var streakBeganAt: Int64
    /// The account token of renewals.
    var appAccountToken: String?
    /// The price of the next period.
    var nextPrice: WorldPrice?
    /// The offer that sets the price of the next period.
    var nextOffer: TransactionFacts.Offer?
    /// The status of a price increase.
    var priceIncrease: PriceIncreaseStatus?
    /// The win-back offers for which the customer is eligible, best first, by their indices among the product's offers.
    var winBackOffers: [Int] = []
    /// The commitment that the latest period is part of.
    @Boxed var commitment: TransactionFacts.Commitment?
    /// The content of the next period of a generic product.
    @Boxed var commerce: CommerceContent?
    /// The seats of the next period.
    @Boxed var seats: RenewalSeats?
    /// The bundle of which the subscription is a part.
    @Boxed var bundle: TransactionFacts.Bundle?

    /// Whether the subscription is in billing retry, with or without grace.
    var isInBillingRetry: Bool { self.phase == .billingRetry || self.phase == .gracePeriod }
    /// Whether the subscription has ended.
    var isOver: Bool { self.phase == .expired || self.phase == .revoked }
}
