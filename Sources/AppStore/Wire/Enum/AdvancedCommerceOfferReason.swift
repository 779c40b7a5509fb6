/// Why an Advanced Commerce offer is made.
public struct AdvancedCommerceOfferReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AdvancedCommerceOfferReason {
    /// To win a customer.
    public static let acquisition = AdvancedCommerceOfferReason(rawValue: "ACQUISITION")
    /// To win back a former customer.
    public static let winBack = AdvancedCommerceOfferReason(rawValue: "WIN_BACK")
    /// To keep a customer.
    public static let retention = AdvancedCommerceOfferReason(rawValue: "RETENTION")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommerceOfferReason] = [.acquisition, .winBack, .retention]
}
