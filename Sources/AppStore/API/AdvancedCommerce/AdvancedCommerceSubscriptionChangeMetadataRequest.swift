extension AppStoreRequest where Response == AdvancedCommerceSubscriptionChangeMetadataResponse {
    /// Changes the names, descriptions, and SKUs of a subscription (Change Subscription Metadata).
    public static func changeSubscriptionMetadata(
        of transactionID: String,
        _ request: AdvancedCommerceSubscriptionChangeMetadataRequest
    ) -> Self {
        Self(
            .changeSubscriptionMetadata,
            "POST",
            ["advancedCommerce", "v1", "subscription", "changeMetadata", transactionID],
            body: request
        ) { $0.signedTransactionInfo != nil }
    }
}

/// The request body of Change Subscription Metadata.
///
/// Apple requires `requestInfo`.
public struct AdvancedCommerceSubscriptionChangeMetadataRequest: WireObject {
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The new description and display name of the subscription.
    public var descriptors: Descriptors?
    /// The items to change.
    public var items: [Item]?
    /// The new tax category.
    public var taxCode: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("descriptors", \.descriptors),
        WireField("items", \.items),
        WireField("taxCode", \.taxCode),
    ]
}

extension AdvancedCommerceSubscriptionChangeMetadataRequest {
    /// The new description and display name of a subscription.
    ///
    /// Apple requires `effective`.
    public struct Descriptors: WireObject {
        /// The subscription's description, at most 45 characters.
        public var description: String?
        /// The subscription's display name, at most 30 characters.
        public var displayName: String?
        /// The time at which the change takes effect.
        public var effective: AdvancedCommerceEffective?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest.Descriptors> = [
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("effective", \.effective),
        ]
    }

    /// The new SKU, description, and display name of an item.
    ///
    /// Apple requires `currentSKU` and `effective`.
    public struct Item: WireObject {
        /// The item's current SKU, at most 128 characters.
        public var currentSKU: String?
        /// The item's new SKU, at most 128 characters.
        public var sku: String?
        /// The item's description, at most 45 characters.
        public var description: String?
        /// The item's display name, at most 30 characters.
        public var displayName: String?
        /// The time at which the change takes effect.
        public var effective: AdvancedCommerceEffective?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest.Item> = [
            WireField("currentSKU", \.currentSKU),
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("effective", \.effective),
        ]
    }
}

/// The response to Change Subscription Metadata.
public struct AdvancedCommerceSubscriptionChangeMetadataResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal information, signed.
    public var signedRenewalInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
