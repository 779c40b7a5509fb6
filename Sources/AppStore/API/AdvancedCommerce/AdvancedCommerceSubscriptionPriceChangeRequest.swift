extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionPriceChangeResponse {
    /// Change Subscription Price of the next renewal, a day before it at the latest.
    public static func changeSubscriptionPrice(
        of transactionID: String,
        _ request: AdvancedCommerceSubscriptionPriceChangeRequest
    ) -> Self {
        Self(
            .changeSubscriptionPrice,
            "POST",
            ["advancedCommerce", "v1", "subscription", "changePrice", transactionID],
            body: request
        ) { $0.signedTransactionInfo != nil }
    }
}

/// The body of Change Subscription Price.
///
/// Apple requires `requestInfo` and `items`.
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
    ///
    /// Apple requires all fields but `dependentSKUs`.
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

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionPriceChangeRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("price", \.price),
            WireField("dependentSKUs", \.dependentSKUs),
        ]
    }
}

/// The answer to Change Subscription Price.
public struct AdvancedCommerceSubscriptionPriceChangeResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionPriceChangeResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
