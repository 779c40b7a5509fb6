/// A product that the app sells in the App Store, and what it gives.
package struct Product: Hashable, Sendable {
    /// Apple's product ID.
    package let id: ProductID
    /// The kind of product.
    package let kind: TransactionSnapshot.Kind
    /// The subscription group of an auto-renewable subscription, by the catalog's name for it.
    package let group: GroupName?
    /// The level within the group; 1 is the highest.
    ///
    /// A change to a smaller number is an upgrade.
    package let level: Int?
    /// The entitlements that the product unlocks.
    package let unlocks: [EntitlementName]
    /// The duration of a non-renewing subscription.
    package let lasts: CalendarPeriod?
    /// The length of one period of an auto-renewable subscription; `nil` where the catalog does not state it.
    package let period: CalendarPeriod?
    /// The coins that one unit grants, by the coin's name; for an auto-renewable subscription, those of its first
    /// period.
    package let grants: [String: Int]
    /// The coins that a renewal of an auto-renewable subscription grants, by the coin's name.
    package let renewalGrants: [String: Int]
    /// Apple's numeric ID of the product in App Store Connect.
    package let appStoreID: Int64?
    /// The promotional offers of the product, each with its eligibility rule.
    package let offers: [OfferID: OfferRule]
    /// Whether new subscribers of its group get an introductory offer with the product.
    package let hasIntroductoryOffer: Bool
    /// The storefronts in which the product is sold.
    package let area: ProductAvailability
    /// The shop's own price, where it has one.
    package let shopPrice: ShopPrice?
    /// The prices in the App Store by storefront, if the catalog states them.
    package let prices: PriceSchedule?
    /// What happens to the goods when the product is refunded; `nil` for the default of its kind.
    package let onRefund: RefundConsequence?
    /// What happens to the goods while Apple decides about a refund.
    package let onRequest: RequestConsequence
    /// The treatment of a reported and unsigned refund of the product; `nil` for the catalog's.
    package let reportedRefunds: ReportedRefund.Treatment?
    /// Whether the product is no longer sold: purchases of it continue to count, and the server creates no order for
    /// it.
    package let isRetired: Bool

    /// Creates a product with these values.
    package init(
        id: ProductID,
        kind: TransactionSnapshot.Kind,
        group: String? = nil,
        level: Int? = nil,
        unlocks: [EntitlementName] = [],
        lasts: CalendarPeriod? = nil,
        period: CalendarPeriod? = nil,
        grants: [String: Int] = [:],
        appStoreID: Int64? = nil,
        offers: [OfferID: OfferRule] = [:],
        renewalGrants: [String: Int]? = nil,
        hasIntroductoryOffer: Bool = false,
        area: ProductAvailability = .everywhere,
        shopPrice: ShopPrice? = nil,
        onRefund: RefundConsequence? = nil,
        onRequest: RequestConsequence = .nothing,
        reportedRefunds: ReportedRefund.Treatment? = nil,
        isRetired: Bool = false,
        prices: PriceSchedule? = nil
    ) {
        self.id = id
        self.kind = kind
        self.group = group.map { GroupName($0) }
        self.level = level
        self.unlocks = unlocks
        self.lasts = lasts
        self.period = period
        self.grants = grants
        self.appStoreID = appStoreID
        self.offers = offers
        self.renewalGrants = renewalGrants ?? (kind == .autoRenewable ? grants : [:])
        self.hasIntroductoryOffer = hasIntroductoryOffer
        self.area = area
        self.shopPrice = shopPrice
        self.onRefund = onRefund
        self.onRequest = onRequest
        self.reportedRefunds = reportedRefunds
        self.isRetired = isRetired
        self.prices = prices
    }
}

/// The name of a subscription group, as the catalog spells it.
package typealias GroupName = Identifier<SubscriptionGroup>

/// The subject of `GroupName`.
package enum SubscriptionGroup {}

/// The storefronts of the App Store in which a product is sold.
package enum ProductAvailability: Hashable, Sendable {
    /// The product is sold in all storefronts.
    case everywhere
    /// The product is sold in these storefronts, by ISO 3166-1 alpha-3 code.
    case only(Set<String>)
    /// The product is sold in all storefronts except these, by ISO 3166-1 alpha-3 code.
    case except(Set<String>)

    /// Returns whether the product is sold in the storefront of this alpha-3 code.
    package func contains(_ storefront: String) -> Bool {
        switch self {
        case .everywhere: true
        case .only(let storefronts): storefronts.contains(storefront)
        case .except(let storefronts): !storefronts.contains(storefront)
        }
    }
}

/// What happens to fulfilled goods when Apple refunds their purchase.
package enum RefundConsequence: String, Hashable, Sendable, CaseIterable {
    /// The remaining goods are revoked; what is already spent is forgiven.
    case revoke
    /// The goods are revoked, and what is already spent becomes a debt of coins.
    case debt
    /// The remaining goods are held until an operator decides.
    case freeze
    /// The customer is blocked.
    case block
    /// The server notifies the shop, which decides.
    case notify
    /// The goods stay unchanged.
    case nothing
}

/// What happens to fulfilled goods while Apple decides about a refund request.
package enum RequestConsequence: String, Hashable, Sendable, CaseIterable {
    /// The remaining goods are held, for seven days at most.
    case freeze
    /// The goods stay unchanged.
    case nothing
}

extension Product {
    /// Returns the coins that one unit of a transaction grants, by the coin's name: those of a renewal, or of a
    /// purchase.
    ///
    /// Old evidence does not state which of the two it is; then the first transaction of a chain counts as the
    /// purchase.
    package func coins(for snapshot: TransactionSnapshot) -> [String: Int] {
        guard self.kind == .autoRenewable else { return self.grants }
        let isFirst = snapshot.transactionID.rawValue.hasSameBytes(as: snapshot.originalTransactionID.rawValue)
        let isRenewal = snapshot.reason.map { $0 == .renewal } ?? !isFirst
        return isRenewal ? self.renewalGrants : self.grants
    }
}
