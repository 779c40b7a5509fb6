extension AppStoreRequest where Response == AdvancedCommerceSubscriptionCancelResponse {
    /// Cancels the renewal of a subscription; the customer keeps access until the end of the period (Cancel a
    /// Subscription).
    public static func cancelSubscription(
        _ transactionID: String,
        _ request: AdvancedCommerceSubscriptionCancelRequest
    ) -> Self {
        Self(
            .cancelSubscription,
            "POST",
            ["advancedCommerce", "v1", "subscription", "cancel", transactionID],
            body: request
        ) { $0.signedTransactionInfo != nil }
    }
}

/// The request body of Cancel a Subscription.
///
/// Apple requires `requestInfo`.
public struct AdvancedCommerceSubscriptionCancelRequest: WireObject {
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionCancelRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
    ]
}

/// The response to Cancel a Subscription.
public struct AdvancedCommerceSubscriptionCancelResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal information, signed.
    public var signedRenewalInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionCancelResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
