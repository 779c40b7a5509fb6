/// A billing plan of a subscription's term: upfront, or monthly with a commitment to the whole term.
///
/// Follows Apple's monthly billing with a 12-month commitment (App Store Server API 1.21).
public struct WorldBillingPlan: Hashable, Sendable {
    /// Apple's two plans, with Apple's names.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The whole term is billed upfront.
        case billedUpfront = "BILLED_UPFRONT"
        /// The term is billed monthly, with a commitment.
        case monthly = "MONTHLY"
    }

    /// The kind of plan.
    public let kind: Kind
    /// The price of one billing period.
    public let price: WorldPrice
    /// The price of the whole term.
    public let commitmentPrice: WorldPrice
    /// Whether the plan is available.
    public let isEnabled: Bool

    /// Creates a plan with these terms.
    public init(kind: Kind, price: WorldPrice, commitmentPrice: WorldPrice, isEnabled: Bool = true) {
        self.kind = kind
        self.price = price
        self.commitmentPrice = commitmentPrice
        self.isEnabled = isEnabled
    }

    /// Returns the price of one billing period in a storefront, in its currency.
    public func price(in storefront: WorldStorefront) -> WorldPrice { self.price.equalized(for: storefront) }

    /// Returns the price of the whole term in a storefront, in its currency: the same number of billing periods as in
    /// the base storefront.
    public func commitmentPrice(in storefront: WorldStorefront) -> WorldPrice {
        let period = self.price(in: storefront)
        guard period != self.price, self.price.milliunits > 0,
            self.commitmentPrice.milliunits.isMultiple(of: self.price.milliunits)
        else { return self.commitmentPrice.equalized(for: storefront) }
        let count = self.commitmentPrice.milliunits / self.price.milliunits
        return WorldPrice(milliunits: period.milliunits * count, currency: period.currency)
    }
}
