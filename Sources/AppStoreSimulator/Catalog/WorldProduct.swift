import AppStore

/// A product of an app, with all of the store's data about it.
public struct WorldProduct: Hashable, Sendable {
    /// The kind of product.
    public enum Kind: Hashable, Sendable {
        /// An auto-renewable subscription in a group, with a level of which 1 is the highest.
        case autoRenewable(group: String, level: Int, period: SubscriptionPeriod)
        /// A product that is bought once and owned permanently.
        case nonConsumable
        /// A product that is used up and can be bought again.
        case consumable
        /// A product that can be bought repeatedly and lasts for a time that only the app knows.
        case nonRenewing
    }

    /// Apple's productId.
    public let id: String
    /// The kind of product.
    public let kind: Kind
    /// The App Store's number of the product, which receipts contain; without one the world generates a number.
    public var appStoreId: Int64?
    /// The price in storefronts without their own price.
    public var price: WorldPrice
    /// The prices of storefronts with their own price, by alpha-3 code.
    public var prices: [String: WorldPrice]
    /// Whether Family Sharing is on; ignored for consumables.
    public var isFamilyShareable: Bool
    /// Its offers, of all kinds, in the order of the catalog.
    public var offers: [WorldOffer]
    /// The billing plans; empty means upfront at ``price``.
    public var billingPlans: [WorldBillingPlan]
    /// Whether the product is generic: signed Advanced Commerce requests define the item, the price and the period.
    public let isGeneric: Bool
    /// The seats that an auto-renewable subscription sells to groups; `nil` when it is for one customer only.
    public var seats: WorldSeats?
    /// The message of App Store Connect for a customer who is about to cancel the subscription.
    public var retentionMessage: WorldRetentionMessage?
    /// The identifiers of the subscriptions that a bundle includes; empty for other products.
    public var bundled: [String]

    /// Creates a product of any kind.
    public init(
        id: String,
        kind: Kind,
        price: WorldPrice,
        prices: [String: WorldPrice] = [:],
        isFamilyShareable: Bool = false,
        offers: [WorldOffer] = [],
        billingPlans: [WorldBillingPlan] = [],
        isGeneric: Bool = false,
        appStoreId: Int64? = nil,
        seats: WorldSeats? = nil,
        retentionMessage: WorldRetentionMessage? = nil,
        bundled: [String] = []
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
        self.seats = seats
        self.retentionMessage = retentionMessage
        self.bundled = bundled
    }

    /// Returns an auto-renewable subscription.
    public static func subscription(
        _ id: String,
        group: String,
        level: Int = 1,
        period: SubscriptionPeriod,
        price: WorldPrice,
        isFamilyShareable: Bool = false,
        offers: [WorldOffer] = [],
        billingPlans: [WorldBillingPlan] = [],
        seats: WorldSeats? = nil,
        retentionMessage: WorldRetentionMessage? = nil
    ) -> WorldProduct {
        WorldProduct(
            id: id,
            kind: .autoRenewable(group: group, level: level, period: period),
            price: price,
            isFamilyShareable: isFamilyShareable,
            offers: offers,
            billingPlans: billingPlans,
            seats: seats,
            retentionMessage: retentionMessage
        )
    }

    /// Returns a bundle: an auto-renewable subscription that includes others of its length, each of another group.
    public static func bundle(
        _ id: String,
        group: String,
        of subscriptions: [String],
        period: SubscriptionPeriod,
        price: WorldPrice
    ) -> WorldProduct {
        WorldProduct(
            id: id,
            kind: .autoRenewable(group: group, level: 1, period: period),
            price: price,
            bundled: subscriptions
        )
    }

    /// Returns a consumable.
    public static func consumable(_ id: String, price: WorldPrice, offers: [WorldOffer] = []) -> WorldProduct {
        WorldProduct(id: id, kind: .consumable, price: price, offers: offers)
    }

    /// Returns a non-consumable.
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

    /// Returns a non-renewing subscription.
    public static func nonRenewing(_ id: String, price: WorldPrice, offers: [WorldOffer] = []) -> WorldProduct {
        WorldProduct(id: id, kind: .nonRenewing, price: price, offers: offers)
    }

    /// Returns a generic subscription, sold by signed Advanced Commerce requests.
    public static func genericSubscription(_ id: String, group: String) -> WorldProduct {
        WorldProduct(
            id: id,
            kind: .autoRenewable(group: group, level: 1, period: .month),
            price: WorldPrice(milliunits: 0, currency: "USD"),
            isGeneric: true
        )
    }

    /// Returns a generic consumable, sold by signed Advanced Commerce requests.
    public static func genericConsumable(_ id: String) -> WorldProduct {
        WorldProduct(
            id: id,
            kind: .consumable,
            price: WorldPrice(milliunits: 0, currency: "USD"),
            isGeneric: true
        )
    }

    /// Returns the price of one unit in a storefront: the configured price, or an equivalent one in the storefront's
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
    /// Decodes a product of the simulator's own catalog format; a data-corrupted error lists all mistakes.
    public init(from decoder: any Decoder) throws {
        var reading = WorldCatalogReader()
        let node = CatalogNode(try CodableJSON(from: decoder).value)
        let product = CatalogFields(node, &reading.notes).flatMap { reading.readProduct($0) }
        self = try reading.decoded(product, from: decoder)
    }

    /// Encodes the format that ``init(from:)`` decodes.
    public func encode(to encoder: any Encoder) throws {
        try CodableJSON(WorldCatalogWriter.product(self)).encode(to: encoder)
    }
}

extension WorldCatalogReader {
    /// Returns the decoded value, or throws the mistakes as a decoding error whose underlying error is a
    /// ``CatalogError``.
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
