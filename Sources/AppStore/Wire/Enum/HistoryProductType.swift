/// A product type as the transaction history filters by it.
public struct HistoryProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension HistoryProductType {
    /// Renews until somebody stops it.
    public static let autoRenewable = HistoryProductType(rawValue: "AUTO_RENEWABLE")
    /// Runs for a time that the app defines.
    public static let nonRenewable = HistoryProductType(rawValue: "NON_RENEWABLE")
    /// Bought to be used up.
    public static let consumable = HistoryProductType(rawValue: "CONSUMABLE")
    /// Bought once and owned.
    public static let nonConsumable = HistoryProductType(rawValue: "NON_CONSUMABLE")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [HistoryProductType] = [.autoRenewable, .nonRenewable, .consumable, .nonConsumable]
}
