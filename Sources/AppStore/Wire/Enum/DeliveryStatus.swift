/// Whether a purchase was delivered, as Send Consumption Information tells Apple.
public struct DeliveryStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension DeliveryStatus {
    /// It was delivered and works.
    public static let delivered = DeliveryStatus(rawValue: "DELIVERED")
    /// It was not delivered because of its quality.
    public static let undeliveredQualityIssue = DeliveryStatus(rawValue: "UNDELIVERED_QUALITY_ISSUE")
    /// Another item was delivered.
    public static let undeliveredWrongItem = DeliveryStatus(rawValue: "UNDELIVERED_WRONG_ITEM")
    /// It was not delivered because a server was down.
    public static let undeliveredServerOutage = DeliveryStatus(rawValue: "UNDELIVERED_SERVER_OUTAGE")
    /// It was not delivered for another reason.
    public static let undeliveredOther = DeliveryStatus(rawValue: "UNDELIVERED_OTHER")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [DeliveryStatus] = [
        .delivered,
        .undeliveredQualityIssue,
        .undeliveredWrongItem,
        .undeliveredServerOutage,
        .undeliveredOther,
    ]
}
