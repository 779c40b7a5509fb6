/// The body of Extend a Subscription Renewal Date.
///
/// Apple requires all fields.
public struct ExtendRenewalDateRequest: WireObject {
    /// How many days to add, 1 to 90.
    public var extendByDays: Int32?
    /// Why.
    public var extendReasonCode: ExtendReasonCode?
    /// Our id of the request, up to 128 characters; repeated only to retry.
    public var requestIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExtendRenewalDateRequest> = [
        WireField("extendByDays", \.extendByDays),
        WireField("extendReasonCode", \.extendReasonCode),
        WireField("requestIdentifier", \.requestIdentifier),
    ]
}
