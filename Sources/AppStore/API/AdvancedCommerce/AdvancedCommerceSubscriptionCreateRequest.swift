/// A signed request that begins a subscription.
///
/// Apple requires all fields but `storefront` and `previousTransactionId`.
public struct AdvancedCommerceSubscriptionCreateRequest: WireObject {
    /// What StoreKit is asked to do.
    public var operation: AdvancedCommerceOperation?
    /// The version of the request, `1`.
    public var version: String?
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The currency of the prices, ISO 4217.
    public var currency: String?
    /// The names of the subscription.
    public var descriptors: AdvancedCommerceDescriptors?
    /// What the subscription holds.
    public var items: [Item]?
    /// How long one period lasts.
    public var period: AdvancedCommercePeriod?
    /// A transaction of the subscription that this one follows.
    public var previousTransactionId: String?
    /// The tax category.
    public var taxCode: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
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
    /// One item of the subscription.
    ///
    /// Apple requires all fields but `offer`.
    public struct Item: WireObject {
        /// The item's id, up to 128 characters.
        public var sku: String?
        /// What the item is, up to 45 characters.
        public var description: String?
        /// The item's name, up to 30 characters.
        public var displayName: String?
        /// The price, in thousandths of the currency.
        public var price: Int64?
        /// The offer for it.
        public var offer: AdvancedCommerceOffer?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionCreateRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("price", \.price),
            WireField("offer", \.offer),
        ]
    }
}
