/// When a change of an Advanced Commerce subscription takes effect.
public struct AdvancedCommerceEffective: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AdvancedCommerceEffective {
    /// At once.
    public static let immediately = AdvancedCommerceEffective(rawValue: "IMMEDIATELY")
    /// With the next billing cycle.
    public static let nextBillCycle = AdvancedCommerceEffective(rawValue: "NEXT_BILL_CYCLE")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceEffective] = [.immediately, .nextBillCycle]
}
