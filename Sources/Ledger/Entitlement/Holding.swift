/// What one customer holds in one chain at an instant: all that an answer about his rights needs of it.
///
/// It is free of the catalogue: products stand for what they unlock, so a change of the catalogue changes answers
/// without touching what is held. A repository keeps it beside the chain, so that a question about a customer needs no
/// chain at all.
package struct Holding: Hashable, Sendable {
    /// The chain's subscription, where its answer is this customer's.
    package let subscription: HeldSubscription?
    /// Of his own periods that are over, the latest of each product that the subscription itself does not answer for;
    /// latest first.
    package let endedPeriods: [EndedPeriod]
    /// What he bought once, in the order of the chain's purchases.
    package let purchases: [HeldPurchase]

    /// A holding of these parts.
    package init(
        subscription: HeldSubscription? = nil,
        endedPeriods: [EndedPeriod] = [],
        purchases: [HeldPurchase] = []
    ) {
        self.subscription = subscription
        self.endedPeriods = endedPeriods
        self.purchases = purchases
    }

    /// Whether nothing in it can give a right, now or ever before.
    package var isEmpty: Bool {
        self.subscription == nil && self.endedPeriods.isEmpty && self.purchases.isEmpty
    }
}
