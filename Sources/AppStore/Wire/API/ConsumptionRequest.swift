/// The body of Send Consumption Information, version 2.
///
/// Apple requires all fields but `consumptionPercentage` and `refundPreference`.
public struct ConsumptionRequest: WireObject {
    /// Whether the customer agreed to send this; Apple takes only true.
    public var customerConsented: Bool?
    /// Whether the customer could try, or read about, the content before buying.
    public var sampleContentProvided: Bool?
    /// Whether the purchase was delivered.
    public var deliveryStatus: DeliveryStatus?
    /// How much was consumed, in thousandths of a percent: half is 50000; never for auto-renewable
    /// subscriptions.
    public var consumptionPercentage: Int32?
    /// What we would have Apple do.
    public var refundPreference: RefundPreference?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ConsumptionRequest> = [
        WireField("customerConsented", \.customerConsented),
        WireField("sampleContentProvided", \.sampleContentProvided),
        WireField("deliveryStatus", \.deliveryStatus),
        WireField("consumptionPercentage", \.consumptionPercentage),
        WireField("refundPreference", \.refundPreference),
    ]
}
