extension AppStoreRequest where Response == AdvancedCommerceSubscriptionMigrateResponse {
    /// Migrates a subscription from a product in App Store Connect to the Advanced Commerce API (Migrate a Subscription
    /// to Advanced Commerce).
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

/// The request body of Migrate a Subscription to Advanced Commerce.
///
/// Apple requires all fields except `storefront` and `renewalItems`.
public struct AdvancedCommerceSubscriptionMigrateRequest: WireObject {
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The description and display name of the subscription.
    public var descriptors: AdvancedCommerceDescriptors?
    /// The items of the subscription.
    public var items: [Item]?
    /// The items from the next renewal on, if a change is pending.
    public var renewalItems: [Item]?
    /// The generic product to migrate to.
    public var targetProductId: String?
    /// The tax category.
    public var taxCode: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
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
    /// An item of the subscription.
    ///
    /// Apple requires all fields.
    public struct Item: WireObject {
        /// The item's SKU, at most 128 characters.
        public var sku: String?
        /// The item's description, at most 45 characters.
        public var description: String?
        /// The item's display name, at most 30 characters.
        public var displayName: String?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceSubscriptionMigrateRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("description", \.description),
            WireField("displayName", \.displayName),
        ]
    }
}

/// The response to Migrate a Subscription to Advanced Commerce.
public struct AdvancedCommerceSubscriptionMigrateResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal information, signed.
    public var signedRenewalInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionMigrateResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
