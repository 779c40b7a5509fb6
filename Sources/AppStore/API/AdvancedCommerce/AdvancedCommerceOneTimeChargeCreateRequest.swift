/// A signed request to sell an item once.
///
/// Apple requires all fields except `storefront`.
public struct AdvancedCommerceOneTimeChargeCreateRequest: WireObject {
    /// The operation that StoreKit is to perform.
    public var operation: AdvancedCommerceOperation?
    /// The version of the request, `1`.
    public var version: String?
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The currency of the price, ISO 4217.
    public var currency: String?
    /// The item for sale.
    public var item: Item?
    /// The tax category.
    public var taxCode: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
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
    /// The item for sale.
    ///
    /// Apple requires all fields.
    public struct Item: WireObject {
        /// The item's SKU, at most 128 characters.
        public var sku: String?
        /// The item's description, at most 45 characters.
        public var description: String?
        /// The item's display name, at most 30 characters.
        public var displayName: String?
        /// The price, in thousandths of the currency unit.
        public var price: Int64?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceOneTimeChargeCreateRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("price", \.price),
        ]
    }
}
