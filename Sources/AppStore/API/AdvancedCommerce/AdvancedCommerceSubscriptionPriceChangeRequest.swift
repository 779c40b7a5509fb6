extension AppStoreRequest where Response == AdvancedCommerceSubscriptionPriceChangeResponse {
    /// Changes the price of a subscription's next renewal, at least a day before it (Change Subscription Price).
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

/// The request body of Change Subscription Price.
///
/// Apple requires `requestInfo` and `items`.
public struct AdvancedCommerceSubscriptionPriceChangeRequest: WireObject {
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The currency of the prices, ISO 4217.
    public var currency: String?
    /// The items whose price changes.
    public var items: [Item]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionPriceChangeRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("currency", \.currency),
        WireField("items", \.items),
    ]
}

extension AdvancedCommerceSubscriptionPriceChangeRequest {
    /// The new price of an item.
    ///
    /// Apple requires all fields except `dependentSKUs`.
    public struct Item: WireObject {
        /// The item's SKU, at most 128 characters.
        public var sku: String?
        /// The new price, in thousandths of the currency unit.
        public var price: Int64?
        /// The SKUs of other items whose price depends on this one.
        public var dependentSKUs: [String]?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionPriceChangeRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("price", \.price),
            WireField("dependentSKUs", \.dependentSKUs),
        ]
    }
}

/// The response to Change Subscription Price.
public struct AdvancedCommerceSubscriptionPriceChangeResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal information, signed.
    public var signedRenewalInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionPriceChangeResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
