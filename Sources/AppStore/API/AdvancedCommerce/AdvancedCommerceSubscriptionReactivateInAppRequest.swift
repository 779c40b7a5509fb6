/// A signed request to turn automatic renewal on again.
///
/// Apple requires all fields except `storefront` and `items`.
public struct AdvancedCommerceSubscriptionReactivateInAppRequest: WireObject {
    /// The operation that StoreKit is to perform.
    public var operation: AdvancedCommerceOperation?
    /// The version of the request, `1`.
    public var version: String?
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// A transaction identifier of the subscription.
    public var transactionId: String?
    /// The items to keep.
    public var items: [Item]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
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
        /// The item's SKU, at most 128 characters.
        public var sku: String?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionReactivateInAppRequest.Item> = [
            WireField("SKU", \.sku)
        ]
    }
}
