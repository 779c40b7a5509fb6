/// The details of the subscription behind an entitlement.
///
/// They are the part of a `SubscriptionState` that a customer's answer shows, without the time of the next check with
/// Apple and without the evidence that overrode a row.
package struct SubscriptionDetails: Hashable, Sendable {
    /// The phase.
    package var phase: SubscriptionPhase
    /// The current product.
    package var productID: ProductID?
    /// The transaction of the current period, or of the last one.
    package var transactionID: TransactionID?
    /// Whether auto-renew is on and, if off, who turned it off.
    package var renewStatus: AutoRenew
    /// The instant at which auto-renew was last turned on or off, where an old interface has dated it.
    package var renewStatusChangedAt: Instant?
    /// The instant of the last renewal.
    package var lastRenewalAt: Instant?
    /// The instant of the next renewal, if there is one.
    package var nextRenewalAt: Instant?
    /// The product that renews next.
    package var nextProductID: ProductID?
    /// The price of the next renewal.
    package var nextPrice: Money?
    /// The offer of the current period.
    package var offer: Offer?
    /// The offer of the next renewal.
    package var nextOffer: Offer?
    /// Apple's `expirationIntent`, if it states why the subscription ended or will end.
    package var expirationIntent: Int?
    /// For a commitment that is paid monthly, whether the next payment follows; `nil` otherwise.
    package var willRenewPeriod: WillRenew?
    /// For a commitment that is paid monthly, whether another commitment follows; `nil` otherwise.
    package var willRenewCommitment: WillRenew?
    /// The end of the commitment.
    package var commitmentUntil: Instant?
    /// The seats of the current period; only of a multiseat subscription.
    package var seats: SeatCount?
    /// The evidence that changed the answer, besides the rows of the table.
    package var overrides: [Override.Kind]
    /// The open questions that Apple can answer.
    package var asks: [HealingRequest.Reason]

    /// Creates details with these values; values that most subscriptions lack have a default.
    package init(
        phase: SubscriptionPhase,
        productID: ProductID?,
        transactionID: TransactionID?,
        renewStatus: AutoRenew,
        renewStatusChangedAt: Instant? = nil,
        lastRenewalAt: Instant? = nil,
        nextRenewalAt: Instant? = nil,
        nextProductID: ProductID? = nil,
        nextPrice: Money? = nil,
        offer: Offer? = nil,
        nextOffer: Offer? = nil,
        expirationIntent: Int? = nil,
        willRenewPeriod: WillRenew? = nil,
        willRenewCommitment: WillRenew? = nil,
        commitmentUntil: Instant? = nil,
        seats: SeatCount? = nil,
        overrides: [Override.Kind] = [],
        asks: [HealingRequest.Reason] = []
    ) {
        self.phase = phase
        self.productID = productID
        self.transactionID = transactionID
        self.renewStatus = renewStatus
        self.renewStatusChangedAt = renewStatusChangedAt
        self.lastRenewalAt = lastRenewalAt
        self.nextRenewalAt = nextRenewalAt
        self.nextProductID = nextProductID
        self.nextPrice = nextPrice
        self.offer = offer
        self.nextOffer = nextOffer
        self.expirationIntent = expirationIntent
        self.willRenewPeriod = willRenewPeriod
        self.willRenewCommitment = willRenewCommitment
        self.commitmentUntil = commitmentUntil
        self.seats = seats
        self.overrides = overrides
        self.asks = asks
    }

    /// Creates the details of a state.
    package init(_ state: SubscriptionState) {
        self.init(
            phase: state.phase,
            productID: state.productID,
            transactionID: state.transactionID,
            renewStatus: state.renewStatus,
            renewStatusChangedAt: state.renewStatusChangedAt,
            lastRenewalAt: state.lastRenewalAt,
            nextRenewalAt: state.nextRenewalAt,
            nextProductID: state.nextProductID,
            nextPrice: state.nextPrice,
            offer: state.offer,
            nextOffer: state.nextOffer,
            expirationIntent: state.expirationIntent,
            willRenewPeriod: state.willRenewPeriod,
            willRenewCommitment: state.willRenewCommitment,
            commitmentUntil: state.commitmentUntil,
            seats: state.seats,
            overrides: state.overrides.map(\.kind),
            asks: state.heals.map(\.reason)
        )
    }
}
