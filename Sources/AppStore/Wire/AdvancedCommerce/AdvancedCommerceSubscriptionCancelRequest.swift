/// The body of Cancel a Subscription.
///
/// Apple requires `requestInfo`.
public struct AdvancedCommerceSubscriptionCancelRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionCancelRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
    ]
}
