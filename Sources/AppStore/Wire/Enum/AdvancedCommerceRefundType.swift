/// How much of an Advanced Commerce item is refunded.
public struct AdvancedCommerceRefundType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AdvancedCommerceRefundType {
    /// All of its price.
    public static let full = AdvancedCommerceRefundType(rawValue: "FULL")
    /// The share that is left of its period.
    public static let prorated = AdvancedCommerceRefundType(rawValue: "PRORATED")
    /// An amount that the request names.
    public static let custom = AdvancedCommerceRefundType(rawValue: "CUSTOM")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceRefundType] = [.full, .prorated, .custom]
}
