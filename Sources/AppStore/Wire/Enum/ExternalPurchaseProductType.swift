/// The kind of product in an external purchase.
public struct ExternalPurchaseProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ExternalPurchaseProductType {
    /// Bought once.
    public static let oneTimeBuy = ExternalPurchaseProductType(rawValue: "ONE_TIME_BUY")
    /// A subscription.
    public static let subscription = ExternalPurchaseProductType(rawValue: "SUBSCRIPTION")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseProductType] = [.oneTimeBuy, .subscription]
}
