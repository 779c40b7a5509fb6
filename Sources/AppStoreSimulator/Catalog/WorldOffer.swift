/// An offer of a product: a lower price for a limited time, for certain customers.
///
/// The fields and rules follow Apple's five kinds of subscription offers, and offer codes of one-time products.
public struct WorldOffer: Hashable, Sendable {
    /// The customers that an offer is for, and how they obtain it.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The store applies it to customers who never used one in the group.
        case introductory
        /// The app names it with its signature, for current and former subscribers.
        case promotional
        /// The customer redeems a code.
        case code
        /// The store finds former subscribers eligible.
        case winBack
        /// The store shows it to subscribers who are about to cancel.
        case retention
    }

    /// The payment mode of an offer.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// No payment.
        case free
        /// One payment for the whole length.
        case payUpFront
        /// One payment for every billing period.
        case payAsYouGo
        /// One payment for a one-time product.
        case oneTime
    }

    /// The customers who may redeem an offer code.
    public enum Eligibility: String, Hashable, Sendable, CaseIterable {
        /// Customers who never subscribed in the group.
        case new
        /// Current subscribers.
        case existing
        /// Former subscribers.
        case expired
    }

    /// The kind of offer.
    public let kind: Kind
    /// The offer's identifier, or the code that the customer types; introductory offers have none.
    public let id: String?
    /// The payment mode.
    public let mode: Mode
    /// The length of one of its periods; one-time products have none.
    public let period: SubscriptionPeriod?
    /// The number of periods.
    public let periodCount: Int
    /// The price of one payment in the base storefront; zero when free.
    public let price: WorldPrice
    /// The prices of storefronts with their own price, by alpha-3 code.
    public let prices: [String: WorldPrice]
    /// The customers who may redeem a code.
    public let eligibility: Set<Eligibility>
    /// Whether a code may be combined with the introductory offer.
    public let isStackable: Bool
    /// Whether former subscribers are eligible for a win-back offer, or subscribers for a retention offer; the tester
    /// decides, as in Xcode.
    public let isEligible: Bool
    /// The billing plan of the offer, or `nil` for the plan that is billed upfront.
    public let plan: WorldBillingPlan.Kind?

    /// Creates an offer with these terms.
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

    /// Returns the price of one payment in a storefront: the configured price, or an equivalent one in the storefront's
    /// currency.
    public func price(in storefront: WorldStorefront) -> WorldPrice {
        self.prices[storefront.code] ?? self.price.equalized(for: storefront)
    }
}
