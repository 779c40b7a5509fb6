/// Whether a purchase was delivered, as version 1 of Send Consumption Information tells Apple.
public struct DeliveryStatusV1: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// A value, known or not.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

extension DeliveryStatusV1 {
    /// It was delivered and works.
    public static let delivered = DeliveryStatusV1(rawValue: 0)
    /// It was not delivered because of its quality.
    public static let undeliveredQualityIssue = DeliveryStatusV1(rawValue: 1)
    /// Another item was delivered.
    public static let undeliveredWrongItem = DeliveryStatusV1(rawValue: 2)
    /// It was not delivered because a server was down.
    public static let undeliveredServerOutage = DeliveryStatusV1(rawValue: 3)
    /// It was not delivered because the game's currency changed.
    public static let undeliveredCurrencyChange = DeliveryStatusV1(rawValue: 4)
    /// It was not delivered for another reason.
    public static let undeliveredOther = DeliveryStatusV1(rawValue: 5)

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [DeliveryStatusV1] = [
        .delivered,
        .undeliveredQualityIssue,
        .undeliveredWrongItem,
        .undeliveredServerOutage,
        .undeliveredCurrencyChange,
        .undeliveredOther,
    ]
}
