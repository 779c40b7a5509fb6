extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionChangeMetadataResponse {
    /// Change Subscription Metadata: names, descriptions and SKUs.
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

/// The body of Change Subscription Metadata.
///
/// Apple requires `requestInfo`.
public struct AdvancedCommerceSubscriptionChangeMetadataRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The new names of the subscription.
    public var descriptors: Descriptors?
    /// The items that change.
    public var items: [Item]?
    /// The new tax category.
    public var taxCode: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("descriptors", \.descriptors),
        WireField("items", \.items),
        WireField("taxCode", \.taxCode),
    ]
}

extension AdvancedCommerceSubscriptionChangeMetadataRequest {
    /// New names of a subscription.
    ///
    /// Apple requires `effective`.
    public struct Descriptors: WireObject {
        /// What it is, up to 45 characters.
        public var description: String?
        /// Its name, up to 30 characters.
        public var displayName: String?
        /// When they take effect.
        public var effective: AdvancedCommerceEffective?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest.Descriptors> = [
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("effective", \.effective),
        ]
    }

    /// New names of one item.
    ///
    /// Apple requires `currentSKU` and `effective`.
    public struct Item: WireObject {
        /// The item's id so far, up to 128 characters.
        public var currentSKU: String?
        /// The item's new id, up to 128 characters.
        public var sku: String?
        /// What the item is, up to 45 characters.
        public var description: String?
        /// The item's name, up to 30 characters.
        public var displayName: String?
        /// When they take effect.
        public var effective: AdvancedCommerceEffective?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataRequest.Item> = [
            WireField("currentSKU", \.currentSKU),
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
            WireField("effective", \.effective),
        ]
    }
}

/// The answer to Change Subscription Metadata.
public struct AdvancedCommerceSubscriptionChangeMetadataResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionChangeMetadataResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
