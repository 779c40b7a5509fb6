/// What an answer about an entitlement says of the subscription that gives it.
///
/// It is the part of a `SubscriptionState` that a customer's answer shows, without when to ask Apple and without the
/// statements that overrode a row.
package struct SubscriptionDetails: Hashable, Sendable {
    /// What it is.
    package var phase: SubscriptionPhase
    /// The product in force.
    package var productID: ProductID?
    /// The current period's transaction, or the last one's.
    package var transactionID: TransactionID?
    /// Whether auto-renew is on, and if off, by whom.
    package var renewStatus: AutoRenew
    /// When auto-renew came to be on or off, where an old interface has dated that.
    package var renewStatusChangedAt: Instant?
    /// When it renewed last.
    package var lastRenewalAt: Instant?
    /// When it will renew next, if it will.
    package var nextRenewalAt: Instant?
    /// The product that renews next.
    package var nextProductID: ProductID?
    /// The price of the next renewal.
    package var nextPrice: Money?
    /// The offer under which the current period was bought.
    package var offer: Offer?
    /// The offer of the next renewal.
    package var nextOffer: Offer?
    /// Apple's `expirationIntent`, where it says why the subscription ended or will end.
    package var expirationIntent: Int?
    /// In a monthly paid commitment, whether the next payment follows; `nil` elsewhere.
    package var willRenewPeriod: WillRenew?
    /// In a monthly paid commitment, whether another commitment follows; `nil` elsewhere.
    package var willRenewCommitment: WillRenew?
    /// When the commitment ends.
    package var commitmentUntil: Instant?
    /// The evidence, besides the table's rows, that turned the answer.
    package var overrides: [Override.Kind]
    /// What is open and Apple can answer.
    package var asks: [HealingRequest.Reason]

    /// An answer of these values; what most subscriptions lack has a default.
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
        self.overrides = overrides
        self.asks = asks
    }

    /// What is shown of a state.
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
            overrides: state.overrides.map(\.kind),
            asks: state.heals.map(\.reason)
        )
    }
}
