/// The answer to Extend Subscription Renewal Dates for All Active Subscribers.
public struct MassExtendRenewalDateResponse: WireObject {
    /// Our id of the request.
    public var requestIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<MassExtendRenewalDateResponse> = [
        WireField("requestIdentifier", \.requestIdentifier)
    ]
}
