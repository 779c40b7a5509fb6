import AppStore

/// What the store knows about the next renewal of a subscription: what a notification remembers of it.
///
/// Instants are milliseconds since 1970.
struct RenewalFacts: Sendable {
    /// The product of the latest period, by its place in the app's catalogue.
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
    @Rarely var commitment: TransactionFacts.Commitment?
    /// What the next period holds, of a generic product.
    @Rarely var commerce: CommerceContent?

    /// Whether the store tries to bill it.
    var isInBillingRetry: Bool { self.phase == .billingRetry || self.phase == .gracePeriod }
    /// Whether it is over.
    var isOver: Bool { self.phase == .expired || self.phase == .revoked }
}
