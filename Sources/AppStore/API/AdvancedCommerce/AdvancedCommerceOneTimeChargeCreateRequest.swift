/// A signed request that sells an item once.
///
/// Apple requires all fields but `storefront`.
public struct AdvancedCommerceOneTimeChargeCreateRequest: WireObject {
    /// What StoreKit is asked to do.
    public var operation: AdvancedCommerceOperation?
    /// The version of the request, `1`.
    public var version: String?
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The currency of the price, ISO 4217.
    public var currency: String?
    /// What is sold.
    public var item: Item?
    /// The tax category.
    public var taxCode: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceOneTimeChargeCreateRequest> = [
        WireField("operation", \.operation),
        WireField("version", \.version),
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("currency", \.currency),
        WireField("item", \.item),
        WireField("taxCode", \.taxCode),
    ]
}

extension AdvancedCommerceOneTimeChargeCreateRequest {
    /// What is sold.
    ///
    /// Apple requires all fields.
    public struct Item: WireObject {
        /// The item's id, up to 128 characters.
        public var sku: String?
        /// What the item is, up to 45 characters.
        public var description: String?
        /// The item's name, up to 30 characters.
        public var displayName: String?
        /// The price, in thousandths of the currency.
        public var price: Int64?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceOneTimeChargeCreateRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("price", \.price),
        ]
    }
}
