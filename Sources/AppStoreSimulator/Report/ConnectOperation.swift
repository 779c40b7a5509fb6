/// An operation of the App Store Connect API.
enum ConnectOperation: Hashable, Sendable {
    /// The prices of a product that a request asks for.
    enum Prices: Hashable, Sendable {
        /// The prices that the developer set.
        case manual
        /// The prices that Apple derived from the base territory's.
        case automatic
        /// All prices.
        case all
    }

    /// A sales report.
    case salesReports
    /// A financial report.
    case financeReports
    /// The storefronts with their currencies.
    case territories
    /// The in-app purchases of an app, except subscriptions.
    case inAppPurchases(app: String)
    /// The groups of an app's subscriptions.
    case subscriptionGroups(app: String)
    /// The subscriptions of a group.
    case subscriptions(group: String)
    /// The available price points of a product.
    case pricePoints(PriceKind, product: String)
    /// One price point.
    case pricePoint(PriceKind, id: String)
    /// The equalizations of a price point in other storefronts.
    case equalizations(PriceKind, id: String)
    /// The prices of a product.
    case prices(PriceKind, product: String, Prices)
    /// The schedule of a product's prices.
    case schedule(product: String)
    /// The storefront from which Apple derives the other prices.
    case baseTerritory(product: String)

    /// Creates the operation of a method and a path; returns `nil` when there is none.
    init?(_ request: AppleAPIRequest) {
        guard request.method == "GET", let version = request.path.first else { return nil }
        let path = Array(request.path.dropFirst())
        switch (version, path.first, path.count, path.last) {
        case ("v1", "salesReports", 1, _): self = .salesReports
        case ("v1", "financeReports", 1, _): self = .financeReports
        case ("v1", "territories", 1, _): self = .territories
        case ("v1", "apps", 3, "inAppPurchasesV2"): self = .inAppPurchases(app: path[1])
        case ("v1", "apps", 3, "subscriptionGroups"): self = .subscriptionGroups(app: path[1])
        case ("v1", "subscriptionGroups", 3, "subscriptions"): self = .subscriptions(group: path[1])
        case ("v2", "inAppPurchases", 3, "pricePoints"): self = .pricePoints(.inAppPurchase, product: path[1])
        case ("v1", "subscriptions", 3, "pricePoints"): self = .pricePoints(.subscription, product: path[1])
        case ("v1", "subscriptions", 3, "prices"): self = .prices(.subscription, product: path[1], .all)
        case ("v1", "subscriptionPricePoints", 2, _): self = .pricePoint(.subscription, id: path[1])
        case ("v1", "subscriptionPricePoints", 3, "equalizations"): self = .equalizations(.subscription, id: path[1])
        case ("v1", "inAppPurchasePricePoints", 3, "equalizations"):
            self = .equalizations(.inAppPurchase, id: path[1])
        case ("v1", "inAppPurchasePriceSchedules", 2, _): self = .schedule(product: path[1])
        case ("v1", "inAppPurchasePriceSchedules", 3, "manualPrices"):
            self = .prices(.inAppPurchase, product: path[1], .manual)
        case ("v1", "inAppPurchasePriceSchedules", 3, "automaticPrices"):
            self = .prices(.inAppPurchase, product: path[1], .automatic)
        case ("v1", "inAppPurchasePriceSchedules", 3, "baseTerritory"): self = .baseTerritory(product: path[1])
        default: return nil
        }
    }

    /// The name of the operation in faults and in the journal.
    var name: String {
        switch self {
        case .salesReports: "getSalesReports"
        case .financeReports: "getFinanceReports"
        case .territories: "getTerritories"
        case .inAppPurchases: "getInAppPurchases"
        case .subscriptionGroups: "getSubscriptionGroups"
        case .subscriptions: "getSubscriptions"
        case .pricePoints: "getPricePoints"
        case .pricePoint: "getPricePoint"
        case .equalizations: "getEqualizations"
        case .prices: "getPrices"
        case .schedule: "getPriceSchedule"
        case .baseTerritory: "getBaseTerritory"
        }
    }
}
