import AppStore

/// Something an app sells, with everything the store must know to sell it.
public struct WorldProduct: Hashable, Sendable {
    /// What kind of thing it is.
    public enum Kind: Hashable, Sendable {
        /// Renews by itself; belongs to a group and has a level in it, 1 being the highest.
        case autoRenewable(group: String, level: Int, period: SubscriptionPeriod)
        /// Bought once, owned for good.
        case nonConsumable
        /// Bought any number of times.
        case consumable
        /// Bought any number of times, and lasts for a while that only the app knows.
        case nonRenewing
    }

    /// Apple's productId.
    public let id: String
    /// What kind of thing it is.
    public let kind: Kind
    /// The App Store's number of the product, which receipts state; without one the world makes a number up.
    public var appStoreId: Int64?
    /// What it costs where nothing else is said.
    public var price: WorldPrice
    /// What it costs in storefronts that differ, by alpha-3 code.
    public var prices: [String: WorldPrice]
    /// Whether a family shares it; means nothing for what is used up.
    public var isFamilyShareable: Bool
    /// Its offers, of all kinds, in the order of the catalog.
    public var offers: [WorldOffer]
    /// How it can be billed; empty means upfront at ``price``.
    public var billingPlans: [WorldBillingPlan]
    /// Whether it stands for whatever signed Advanced Commerce requests sell, which say the price and the period.
    public let isGeneric: Bool

    /// A product of any kind.
    public init(
        id: String,
        kind: Kind,
        price: WorldPrice,
        prices: [String: WorldPrice] = [:],
        isFamilyShareable: Bool = false,
        offers: [WorldOffer] = [],
        billingPlans: [WorldBillingPlan] = [],
        isGeneric: Bool = false,
        appStoreId: Int64? = nil
    ) {
        self.id = id
        self.kind = kind
        self.appStoreId = appStoreId
        self.price = price
        self.prices = prices
        self.isFamilyShareable = isFamilyShareable
        self.offers = offers
        self.billingPlans = billingPlans
        self.isGeneric = isGeneric
    }

    /// An auto-renewable subscription.
    public static func subscription(
        _ id: String,
        group: String,
        level: Int = 1,
        period: SubscriptionPeriod,
        price: WorldPrice,
        isFamilyShareable: Bool = false,
        offers: [WorldOffer] = [],
        billingPlans: [WorldBillingPlan] = []
    ) -> WorldProduct {
        WorldProduct(
            id: id,
            kind: .autoRenewable(group: group, level: level, period: period),
            price: price,
            isFamilyShareable: isFamilyShareable,
            offers: offers,
            billingPlans: billingPlans
        )
    }

    /// A product that is used up.
    public static func consumable(_ id: String, price: WorldPrice, offers: [WorldOffer] = []) -> WorldProduct {
        WorldProduct(id: id, kind: .consumable, price: price, offers: offers)
    }

    /// A product that is owned for good.
    public static func nonConsumable(
        _ id: String,
        price: WorldPrice,
        isFamilyShareable: Bool = false,
        offers: [WorldOffer] = []
    ) -> WorldProduct {
        WorldProduct(
            id: id,
            kind: .nonConsumable,
            price: price,
            isFamilyShareable: isFamilyShareable,
            offers: offers
        )
    }

    /// A product that lasts for a while, which only the app knows.
    public static func nonRenewing(_ id: String, price: WorldPrice, offers: [WorldOffer] = []) -> WorldProduct {
        WorldProduct(id: id, kind: .nonRenewing, price: price, offers: offers)
    }

    /// A generic subscription, sold by signed Advanced Commerce requests.
    public static func genericSubscription(_ id: String, group: String) -> WorldProduct {
        WorldProduct(
            id: id,
            kind: .autoRenewable(group: group, level: 1, period: .month),
            price: WorldPrice(milliunits: 0, currency: "USD"),
            isGeneric: true
        )
    }

    /// A generic product that is used up, sold by signed Advanced Commerce requests.
    public static func genericConsumable(_ id: String) -> WorldProduct {
        WorldProduct(
            id: id,
            kind: .consumable,
            price: WorldPrice(milliunits: 0, currency: "USD"),
            isGeneric: true
        )
    }

    /// What one of it costs in a storefront: the price that was set for it, or about the same as elsewhere in its
    /// currency.
    public func price(in storefront: WorldStorefront) -> WorldPrice {
        self.prices[storefront.code] ?? self.price.equalized(for: storefront)
    }

    /// The group of an auto-renewable subscription.
    public var group: String? {
        guard case .autoRenewable(let group, _, _) = self.kind else { return nil }
        return group
    }

    /// The level of an auto-renewable subscription in its group; 1 is the highest.
    public var level: Int? {
        guard case .autoRenewable(_, let level, _) = self.kind else { return nil }
        return level
    }

    /// The term of an auto-renewable subscription.
    public var period: SubscriptionPeriod? {
        guard case .autoRenewable(_, _, let period) = self.kind else { return nil }
        return period
    }
}

extension WorldProduct: Codable {
    /// Reads a product of the simulator's own catalog format; a mistake is a data-corrupted error that says all of
    /// them.
    public init(from decoder: any Decoder) throws {
        var reading = WorldCatalogReader()
        let node = CatalogNode(try CodableJSON(from: decoder).value)
        let product = CatalogFields(node, &reading.notes).flatMap { reading.readProduct($0) }
        self = try reading.decoded(product, from: decoder)
    }

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        try CodableJSON(WorldCatalogWriter.product(self)).encode(to: encoder)
    }
}

extension WorldCatalogReader {
    /// What was read for a decoder, or the mistakes as its error, whose underlying error is a ``CatalogError``.
    func decoded<Value>(_ value: Value?, from decoder: any Decoder) throws -> Value {
        if let value, self.notes.mistakes.isEmpty { return value }
        let error = CatalogError(self.notes.mistakes)
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: error.description,
                underlyingError: error
            )
        )
    }
}
