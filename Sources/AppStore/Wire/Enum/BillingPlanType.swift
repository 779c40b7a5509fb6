/// How a subscription's term is billed.
public struct BillingPlanType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension BillingPlanType {
    /// The whole term is paid at its start.
    public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    /// Each month is paid under a commitment of twelve months.
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [BillingPlanType] = [.billedUpfront, .monthly]
}
