/// What App Store Connect divides priced products into.
enum PriceKind: Hashable, Sendable {
    /// Everything that does not renew itself.
    case inAppPurchase
    /// Auto-renewable subscriptions.
    case subscription

    /// The type of its price points.
    var pointType: String { self == .subscription ? "subscriptionPricePoints" : "inAppPurchasePricePoints" }
    /// The type of its prices.
    var priceType: String { self == .subscription ? "subscriptionPrices" : "inAppPurchasePrices" }
    /// How a price names its price point.
    var pointName: String { self == .subscription ? "subscriptionPricePoint" : "inAppPurchasePricePoint" }
}
