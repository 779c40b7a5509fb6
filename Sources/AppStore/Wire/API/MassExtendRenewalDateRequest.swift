/// The body of Extend Subscription Renewal Dates for All Active Subscribers.
///
/// Apple requires all fields but `storefrontCountryCodes`.
public struct MassExtendRenewalDateRequest: WireObject {
    /// How many days to add, 1 to 90.
    public var extendByDays: Int32?
    /// Why.
    public var extendReasonCode: ExtendReasonCode?
    /// Our id of the request, a UUID; repeated only to retry.
    public var requestIdentifier: String?
    /// The storefronts, ISO 3166-1 alpha-3; absent for all, never empty.
    public var storefrontCountryCodes: [String]?
    /// The product.
    public var productId: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<MassExtendRenewalDateRequest> = [
        WireField("extendByDays", \.extendByDays),
        WireField("extendReasonCode", \.extendReasonCode),
        WireField("requestIdentifier", \.requestIdentifier),
        WireField("storefrontCountryCodes", \.storefrontCountryCodes),
        WireField("productId", \.productId),
    ]
}
