/// A product that the app sells in the App Store, and what it gives.
package struct Product: Hashable, Sendable {
    /// Apple's product id.
    package let id: ProductID
    /// What kind of product it is.
    package let kind: TransactionSnapshot.Kind
    /// The subscription group of an auto-renewable, by the catalog's own name for it.
    package let group: GroupName?
    /// The level within the group, 1 being the highest; a change to a smaller number is an upgrade.
    package let level: Int?
    /// The entitlements it unlocks.
    package let unlocks: [EntitlementName]
    /// How long a non-renewing subscription lasts.
    package let lasts: CalendarPeriod?
    /// The coins that one unit of it brings, by the coin's name; of an auto-renewable, with its first period.
    package let grants: [String: Int]
    /// The coins that a renewal of an auto-renewable brings, by the coin's name.
    package let renewalGrants: [String: Int]
    /// Apple's numeric id of the product in App Store Connect.
    package let appStoreID: Int64?
    /// Its promotional offers, each with who may have it.
    package let offers: [OfferID: OfferRule]
    /// Whether new subscribers of its group get an introductory offer with it.
    package let hasIntroductoryOffer: Bool
    /// Where it is sold.
    package let area: ProductAvailability
    /// The shop's own price, where it has one.
    package let shopPrice: ShopPrice?
    /// Its prices in the App Store by storefront, where the catalog says them.
    package let prices: PriceSchedule?
    /// What happens to its goods when it is refunded; `nil` for what its kind asks for.
    package let onRefund: RefundConsequence?
    /// What happens to its goods while Apple decides about a refund.
    package let onRequest: RequestConsequence
    /// What follows from a refund of it that is reported and not signed; `nil` for what the catalog says of all.
    package let reportedRefunds: ReportedRefund.Treatment?
    /// Whether it is not sold any longer: what was bought of it goes on to count, and no order is made for it.
    package let isRetired: Bool

    /// A product of these values.
    package init(
        id: ProductID,
        kind: TransactionSnapshot.Kind,
        group: String? = nil,
        level: Int? = nil,
        unlocks: [EntitlementName] = [],
        lasts: CalendarPeriod? = nil,
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

/// In which storefronts of the App Store a product is sold.
package enum ProductAvailability: Hashable, Sendable {
    /// In all of them.
    case everywhere
    /// In these, by ISO 3166-1 alpha-3 code.
    case only(Set<String>)
    /// In all but these, by ISO 3166-1 alpha-3 code.
    case except(Set<String>)

    /// Whether the product is sold in the storefront of this alpha-3 code.
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
    /// They are revoked as far as they are still there; the rest is forgiven.
    case revoke
    /// They are revoked, and what is missing becomes a debt of coins.
    case debt
    /// What is left of them is held until somebody decides.
    case freeze
    /// The customer is blocked.
    case block
    /// The shop is told, and decides.
    case notify
    /// Nothing.
    case nothing
}

/// What happens to fulfilled goods while Apple decides about a refund that was asked for.
package enum RequestConsequence: String, Hashable, Sendable, CaseIterable {
    /// What is left of them is held, for seven days at most.
    case freeze
    /// Nothing.
    case nothing
}

extension Product {
    /// The coins that one unit of a transaction brings, by the coin's name: those of a renewal, or of a purchase.
    ///
    /// Old evidence does not say which of the two it is; then the first transaction of a chain is the purchase.
    package func coins(for snapshot: TransactionSnapshot) -> [String: Int] {
        guard self.kind == .autoRenewable else { return self.grants }
        let isFirst = snapshot.transactionID.rawValue.hasSameBytes(as: snapshot.originalTransactionID.rawValue)
        let isRenewal = snapshot.reason.map { $0 == .renewal } ?? !isFirst
        return isRenewal ? self.renewalGrants : self.grants
    }
}
