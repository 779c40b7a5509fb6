/// The body of Send Consumption Information, version 1.
///
/// Apple requires all fields but `refundPreference`.
public struct ConsumptionRequestV1: WireObject {
    /// Whether the customer agreed to send this; Apple takes only true.
    public var customerConsented: Bool?
    /// How much was consumed.
    public var consumptionStatus: ConsumptionStatus?
    /// Where it was consumed.
    public var platform: ConsumptionPlatform?
    /// Whether the customer could try, or read about, the content before buying.
    public var sampleContentProvided: Bool?
    /// Whether the purchase was delivered.
    public var deliveryStatus: DeliveryStatusV1?
    /// The purchase's token, a UUID; empty when there is none, never left out.
    public var appAccountToken: String?
    /// How old the customer's account is.
    public var accountTenure: AccountTenure?
    /// How long the customer has used the app.
    public var playTime: PlayTime?
    /// How much the customer has been refunded.
    public var lifetimeDollarsRefunded: LifetimeDollarsRefunded?
    /// How much the customer has spent.
    public var lifetimeDollarsPurchased: LifetimeDollarsPurchased?
    /// The state of the customer's account.
    public var userStatus: UserStatus?
    /// What we would have Apple do.
    public var refundPreference: RefundPreferenceV1?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ConsumptionRequestV1> = [
        WireField("customerConsented", \.customerConsented),
        WireField("consumptionStatus", \.consumptionStatus),
        WireField("platform", \.platform),
        WireField("sampleContentProvided", \.sampleContentProvided),
        WireField("deliveryStatus", \.deliveryStatus),
        WireField("appAccountToken", \.appAccountToken),
        WireField("accountTenure", \.accountTenure),
        WireField("playTime", \.playTime),
        WireField("lifetimeDollarsRefunded", \.lifetimeDollarsRefunded),
        WireField("lifetimeDollarsPurchased", \.lifetimeDollarsPurchased),
        WireField("userStatus", \.userStatus),
        WireField("refundPreference", \.refundPreference),
    ]
}
