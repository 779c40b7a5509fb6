import Ledger

extension EvidenceStory {
    /// The same story in which every purchase bears a price and a storefront, so that credits, refunds and reversals have
    /// money.
    package func withPrices() -> Self {
        var story = self
        story.facts = self.facts.map { fact in
            guard case .transaction(var snapshot) = fact else { return fact }
            let amount: Int64 = snapshot.productID == Self.pro ? 19_990 : 9990
            snapshot.price = Money(amountMilliunits: amount, currency: "USD")
            snapshot.storefront = snapshot.storefront ?? "USA"
            return .transaction(snapshot)
        }
        return story
    }
}
