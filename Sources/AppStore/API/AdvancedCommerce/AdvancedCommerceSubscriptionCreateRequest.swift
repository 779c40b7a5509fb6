/// A signed request to start a subscription.
///
/// Apple requires all fields except `storefront` and `previousTransactionId`.
public struct AdvancedCommerceSubscriptionCreateRequest: WireObject {
    /// The operation that StoreKit is to perform.
    public var operation: AdvancedCommerceOperation?
    /// The version of the request, `1`.
    public var version: String?
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The currency of the prices, ISO 4217.
    public var currency: String?
    /// The description and display name of the subscription.
    public var descriptors: AdvancedCommerceDescriptors?
    /// The items of the subscription.
    public var items: [Item]?
    /// The length of a period.
    public var period: AdvancedCommercePeriod?
    /// A transaction identifier of the subscription that this one replaces.
    public var previousTransactionId: String?
    /// The tax category.
    public var taxCode: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionCreateRequest> = [
        WireField("operation", \.operation),
        WireField("version", \.version),
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("currency", \.currency),
        WireField("descriptors", \.descriptors),
        WireField("items", \.items),
        WireField("period", \.period),
        WireField("previousTransactionId", \.previousTransactionId),
        WireField("taxCode", \.taxCode),
    ]
}

extension AdvancedCommerceSubscriptionCreateRequest {
    /// An item of the subscription.
    ///
    /// Apple requires all fields except `offer`.
    public struct Item: WireObject {
        /// The item's SKU, at most 128 characters.
        public var sku: String?
        /// The item's description, at most 45 characters.
        public var description: String?
        /// The item's display name, at most 30 characters.
        public var displayName: String?
        /// The price, in thousandths of the currency unit.
        public var price: Int64?
        /// The offer for the item.
        public var offer: AdvancedCommerceOffer?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionCreateRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("price", \.price),
            WireField("offer", \.offer),
        ]
    }
}
