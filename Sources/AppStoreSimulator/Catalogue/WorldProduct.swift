/// Something an app of a world sells.
public struct WorldProduct: Hashable, Sendable {
    /// What kind of product it is, with what only that kind has.
    public enum Kind: Hashable, Sendable {
        /// Renews by itself. The group is its identifier; level 1 is the highest service, equal levels are the same.
        case autoRenewable(group: String, level: Int, period: SubscriptionPeriod)
        /// Bought once and owned.
        case nonConsumable
        /// Bought again and again, used up by the app.
        case consumable
        /// Lasts for a time that only the app knows.
        case nonRenewing
    }

    /// The product identifier.
    public let id: String
    /// The kind.
    public let kind: Kind
    /// The price where no storefront says otherwise.
    public let price: WorldPrice
    /// The prices of single storefronts, by alpha-3 code.
    public let prices: [String: WorldPrice]

    /// A product of any kind.
    public init(id: String, kind: Kind, price: WorldPrice, prices: [String: WorldPrice] = [:]) {
        self.id = id
        self.kind = kind
        self.price = price
        self.prices = prices
    }

    /// An auto-renewable subscription.
    public static func subscription(
        _ id: String,
        group: String,
        level: Int = 1,
        period: SubscriptionPeriod,
        price: WorldPrice
    ) -> WorldProduct {
        WorldProduct(id: id, kind: .autoRenewable(group: group, level: level, period: period), price: price)
    }

    /// A consumable.
    public static func consumable(_ id: String, price: WorldPrice) -> WorldProduct {
        WorldProduct(id: id, kind: .consumable, price: price)
    }

    /// A non-consumable.
    public static func nonConsumable(_ id: String, price: WorldPrice) -> WorldProduct {
        WorldProduct(id: id, kind: .nonConsumable, price: price)
    }

    /// A non-renewing subscription.
    public static func nonRenewing(_ id: String, price: WorldPrice) -> WorldProduct {
        WorldProduct(id: id, kind: .nonRenewing, price: price)
    }

    /// The price in a storefront.
    public func price(in storefront: WorldStorefront) -> WorldPrice {
        self.prices[storefront.code] ?? self.price
    }

    /// The subscription group, of an auto-renewable subscription.
    var group: String? {
        guard case .autoRenewable(let group, _, _) = self.kind else { return nil }
        return group
    }

    /// The level of service, of an auto-renewable subscription.
    var level: Int? {
        guard case .autoRenewable(_, let level, _) = self.kind else { return nil }
        return level
    }

    /// The length of a billing period, of an auto-renewable subscription.
    var period: SubscriptionPeriod? {
        guard case .autoRenewable(_, _, let period) = self.kind else { return nil }
        return period
    }
}
