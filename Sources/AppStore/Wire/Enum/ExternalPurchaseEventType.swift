/// What happened in an external transaction.
public struct ExternalPurchaseEventType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ExternalPurchaseEventType {
    /// Something was bought.
    public static let buy = ExternalPurchaseEventType(rawValue: "BUY")
    /// Something was refunded.
    public static let refund = ExternalPurchaseEventType(rawValue: "REFUND")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExternalPurchaseEventType] = [.buy, .refund]
}
