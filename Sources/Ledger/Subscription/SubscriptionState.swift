/// What a subscription is worth at one instant, and everything an answer about it says.
///
/// It is derived from a chain and an instant by `Chain.state(at:environment:access:)` and never stored.
package struct SubscriptionState: Hashable, Sendable {
    /// What it is.
    package var standing: Standing
    /// The row of the derivation table that decided, before any override.
    package var row: Row
    /// Whether the subscriber may use what it unlocks.
    package var hasAccess: Bool
    /// When access ends if nothing more is heard; `nil` without access.
    package var until: Instant?
    /// Since when it has been so: the beginning of unbroken paid time, of grace, of retry; the end; the revocation.
    package var since: Instant?
    /// Why, in a stable code.
    package var reason: Reason
    /// Apple's `expirationIntent`, where it says why the subscription ended or will end.
    package var expirationIntent: Int?
    /// The refund or withdrawal, where the current period has one.
    package var revocation: Revocation?
    /// The product in force.
    package var productID: ProductID?
    /// The transaction that the table calls L: the current period's, or the last one's.
    package var transactionID: TransactionID?
    /// The transaction whose owner the answer belongs to: L, or the newest known where one is missing.
    package var owningTransactionID: TransactionID?
    /// The transactions that the answer rests on, restore twins included.
    package var transactionIDs: [TransactionID]
    /// Whether it will renew.
    package var willRenew: WillRenew
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
    /// In a monthly paid commitment, whether the next payment follows; `nil` elsewhere.
    package var willRenewPeriod: WillRenew?
    /// In a monthly paid commitment, whether another commitment follows; `nil` elsewhere.
    package var willRenewCommitment: WillRenew?
    /// When the commitment ends.
    package var commitmentUntil: Instant?
    /// What evidence, besides the table's rows, turned the answer; each is worth an event.
    package var overrides: [Override]
    /// What to ask Apple, and when.
    package var heals: [HealingRequest]
    /// When the answer will be another one although nothing more is heard; `nil` if never.
    package var nextChangeAt: Instant?
}
