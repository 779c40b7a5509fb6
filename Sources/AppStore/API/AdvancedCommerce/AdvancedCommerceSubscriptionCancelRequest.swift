extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionCancelResponse {
    /// Cancel a Subscription: it does not renew; access goes on until the period's end.
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

/// The body of Cancel a Subscription.
///
/// Apple requires `requestInfo`.
public struct AdvancedCommerceSubscriptionCancelRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionCancelRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
    ]
}

/// The answer to Cancel a Subscription.
public struct AdvancedCommerceSubscriptionCancelResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionCancelResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
