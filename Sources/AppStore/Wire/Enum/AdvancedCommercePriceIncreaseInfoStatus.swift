/// Where the price increase of an Advanced Commerce item stands.
public struct AdvancedCommercePriceIncreaseInfoStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension AdvancedCommercePriceIncreaseInfoStatus {
    /// It is planned and the customer has not been told.
    public static let scheduled = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "SCHEDULED")
    /// The customer has been told and has not answered.
    public static let pending = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "PENDING")
    /// The customer agreed, or needs not to.
    public static let accepted = AdvancedCommercePriceIncreaseInfoStatus(rawValue: "ACCEPTED")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [AdvancedCommercePriceIncreaseInfoStatus] = [.scheduled, .pending, .accepted]
}
