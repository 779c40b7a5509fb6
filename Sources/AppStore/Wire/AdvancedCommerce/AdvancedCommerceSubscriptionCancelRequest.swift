/// The body of Cancel a Subscription.
public struct AdvancedCommerceSubscriptionCancelRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: String? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.requestInfo = requestInfo
        self.storefront = storefront
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionCancelRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
    ]
}
