/// The kind of a product.
public struct ProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ProductType {
    /// Renews until somebody stops it.
    public static let autoRenewableSubscription = ProductType(rawValue: "Auto-Renewable Subscription")
    /// Bought once and owned.
    public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
    /// Bought to be used up.
    public static let consumable = ProductType(rawValue: "Consumable")
    /// Runs for a time that the app defines.
    public static let nonRenewingSubscription = ProductType(rawValue: "Non-Renewing Subscription")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ProductType] = [
        .autoRenewableSubscription,
        .nonConsumable,
        .consumable,
        .nonRenewingSubscription,
    ]
}
