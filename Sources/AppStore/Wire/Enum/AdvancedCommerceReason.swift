/// Why an item of an Advanced Commerce subscription changes.
public struct AdvancedCommerceReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AdvancedCommerceReason {
    /// To a higher level.
    public static let upgrade = AdvancedCommerceReason(rawValue: "UPGRADE")
    /// To a lower level.
    public static let downgrade = AdvancedCommerceReason(rawValue: "DOWNGRADE")
    /// To apply an offer.
    public static let applyOffer = AdvancedCommerceReason(rawValue: "APPLY_OFFER")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceReason] = [.upgrade, .downgrade, .applyOffer]
}
