/// What made a transaction.
public struct TransactionReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension TransactionReason {
    /// The customer bought, which includes upgrades.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// Apple renewed, which includes a downgrade that takes effect.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [TransactionReason] = [.purchase, .renewal]
}
