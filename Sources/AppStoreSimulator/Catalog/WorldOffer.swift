/// An offer of a product: a lower price for a while, for whoever it is meant for.
///
/// Shapes and rules follow Apple's four kinds of subscription offers, and offer codes of one-time products.
public struct WorldOffer: Hashable, Sendable {
    /// Whom an offer is for, and how it is taken.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Applied by the store to who never used one in the group.
        case introductory
        /// Named by the app, with its signature, for present and past subscribers.
        case promotional
        /// Redeemed with a code.
        case code
        /// For past subscribers whom the store finds eligible.
        case winBack
    }

    /// How an offer is paid.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Not at all.
        case free
        /// Once, for the whole length.
        case payUpFront
        /// Every billing period.
        case payAsYouGo
        /// Once, for a one-time product.
        case oneTime
    }

    /// Who may redeem an offer code.
    public enum Eligibility: String, Hashable, Sendable, CaseIterable {
        /// Who never subscribed in the group.
        case new
        /// Who subscribes now.
        case existing
        /// Who did once.
        case expired
    }

    /// Whom it is for.
    public let kind: Kind
    /// Its name: the offer's identifier, or what the customer types as the code; introductory offers have none.
    public let id: String?
    /// How it is paid.
    public let mode: Mode
    /// The length of one of its periods; one-time products have none.
    public let period: SubscriptionPeriod?
    /// How many of these periods it lasts.
    public let periodCount: Int
    /// The price of one payment in the base storefront; zero when free.
    public let price: WorldPrice
    /// Prices of storefronts that differ, by alpha-3 code.
    public let prices: [String: WorldPrice]
    /// Who may redeem a code.
    public let eligibility: Set<Eligibility>
    /// Whether a code may be combined with the introductory offer.
    public let isStackable: Bool
    /// Whether past subscribers count as eligible for a win-back; the tester decides, as in Xcode.
    public let isEligible: Bool
    /// The billing plan the offer belongs to, or `nil` for the plan that is billed upfront.
    public let plan: WorldBillingPlan.Kind?

    /// An offer with these terms.
    public init(
        kind: Kind,
        id: String? = nil,
        mode: Mode,
        period: SubscriptionPeriod? = nil,
        periodCount: Int = 1,
        price: WorldPrice,
        prices: [String: WorldPrice] = [:],
        eligibility: Set<Eligibility> = Set(Eligibility.allCases),
        isStackable: Bool = false,
        isEligible: Bool = true,
        plan: WorldBillingPlan.Kind? = nil
    ) {
        self.kind = kind
        self.id = id
        self.mode = mode
        self.period = period
        self.periodCount = periodCount
        self.price = price
        self.prices = prices
        self.eligibility = eligibility
        self.isStackable = isStackable
        self.isEligible = isEligible
        self.plan = plan
    }

    /// The price of one payment in a storefront: the one that was set for it, or about the same as elsewhere in its
    /// currency.
    public func price(in storefront: WorldStorefront) -> WorldPrice {
        self.prices[storefront.code] ?? self.price.equalized(for: storefront)
    }
}
