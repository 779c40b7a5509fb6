/// A signed request that switches auto-renew on again.
///
/// Apple requires all fields but `storefront` and `items`.
public struct AdvancedCommerceSubscriptionReactivateInAppRequest: WireObject {
    /// What StoreKit is asked to do.
    public var operation: AdvancedCommerceOperation?
    /// The version of the request, `1`.
    public var version: String?
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// A transaction of the subscription.
    public var transactionId: String?
    /// The items to keep.
    public var items: [Item]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionReactivateInAppRequest> = [
        WireField("operation", \.operation),
        WireField("version", \.version),
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("transactionId", \.transactionId),
        WireField("items", \.items),
    ]
}

extension AdvancedCommerceSubscriptionReactivateInAppRequest {
    /// An item to keep.
    public struct Item: WireObject {
        /// The item's id, up to 128 characters.
        public var sku: String?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionReactivateInAppRequest.Item> = [
            WireField("SKU", \.sku)
        ]
    }
}
