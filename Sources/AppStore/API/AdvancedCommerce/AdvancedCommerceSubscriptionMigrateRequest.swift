extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionMigrateResponse {
    /// Migrate a Subscription from a product of App Store Connect to the Advanced Commerce API.
    public static func migrateSubscription(
        _ transactionID: String,
        _ request: AdvancedCommerceSubscriptionMigrateRequest
    ) -> Self {
        Self(
            .migrateSubscription,
            "POST",
            ["advancedCommerce", "v1", "subscription", "migrate", transactionID],
            body: request
        ) { $0.signedTransactionInfo != nil }
    }
}

/// The body of Migrate a Subscription to Advanced Commerce.
///
/// Apple requires all fields but `storefront` and `renewalItems`.
public struct AdvancedCommerceSubscriptionMigrateRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The names of the subscription.
    public var descriptors: AdvancedCommerceDescriptors?
    /// What the subscription holds.
    public var items: [Item]?
    /// What it will hold from the next renewal, when a change is pending.
    public var renewalItems: [Item]?
    /// The generic product that it moves to.
    public var targetProductId: String?
    /// The tax category.
    public var taxCode: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionMigrateRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("descriptors", \.descriptors),
        WireField("items", \.items),
        WireField("renewalItems", \.renewalItems),
        WireField("targetProductId", \.targetProductId),
        WireField("taxCode", \.taxCode),
    ]
}

extension AdvancedCommerceSubscriptionMigrateRequest {
    /// One item of the subscription.
    ///
    /// Apple requires all fields.
    public struct Item: WireObject {
        /// The item's id, up to 128 characters.
        public var sku: String?
        /// What the item is, up to 45 characters.
        public var description: String?
        /// The item's name, up to 30 characters.
        public var displayName: String?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceSubscriptionMigrateRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
        ]
    }
}

/// The answer to Migrate a Subscription to Advanced Commerce.
public struct AdvancedCommerceSubscriptionMigrateResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionMigrateResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
