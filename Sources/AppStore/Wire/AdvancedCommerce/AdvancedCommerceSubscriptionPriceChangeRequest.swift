/// The body of Change Subscription Price.
public struct AdvancedCommerceSubscriptionPriceChangeRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The currency of the prices, ISO 4217.
    public var currency: String?
    /// The items whose price changes.
    public var items: [Item]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(
        requestInfo: AdvancedCommerceRequestInfo,
        storefront: String? = nil,
        currency: String? = nil,
        items: [Item],
        unknownFields: [JSONMember] = []
    ) {
        self.requestInfo = requestInfo
        self.storefront = storefront
        self.currency = currency
        self.items = items
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionPriceChangeRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("currency", \.currency),
        WireField("items", \.items),
    ]
}

extension AdvancedCommerceSubscriptionPriceChangeRequest {
    /// The new price of one item.
    public struct Item: WireObject {
        /// The item's id, up to 128 characters.
        public var sku: String?
        /// The new price, in thousandths of the currency.
        public var price: Int64?
        /// Other items whose price depends on it.
        public var dependentSKUs: [String]?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// An object with these fields; what is left out is absent.
        public init(
            sku: String,
            price: Int64,
            dependentSKUs: [String]? = nil,
            unknownFields: [JSONMember] = []
        ) {
            self.sku = sku
            self.price = price
            self.dependentSKUs = dependentSKUs
            self.unknownFields = unknownFields
        }

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionPriceChangeRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("price", \.price),
            WireField("dependentSKUs", \.dependentSKUs),
        ]
    }
}
