extension AppStoreRequest where Response == AdvancedCommerceSubscriptionRevokeResponse {
    /// Ends a subscription immediately, with a full or a prorated refund (Revoke Subscription).
    public static func revokeSubscription(
        _ transactionID: String,
        _ request: AdvancedCommerceSubscriptionRevokeRequest
    ) -> Self {
        Self(
            .revokeSubscription,
            "POST",
            ["advancedCommerce", "v1", "subscription", "revoke", transactionID],
            body: request
        ) { $0.signedTransactionInfo != nil }
    }
}

/// The request body of Revoke Subscription.
///
/// Apple requires all fields except `storefront`.
public struct AdvancedCommerceSubscriptionRevokeRequest: WireObject {
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The reason of the refund.
    public var refundReason: AdvancedCommerceRefundReason?
    /// Whether Apple may first request consumption information.
    public var refundRiskingPreference: Bool?
    /// The kind of refund: full or prorated.
    public var refundType: AdvancedCommerceRefundType?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionRevokeRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("refundReason", \.refundReason),
        WireField("refundRiskingPreference", \.refundRiskingPreference),
        WireField("refundType", \.refundType),
    ]
}

/// The response to Revoke Subscription.
public struct AdvancedCommerceSubscriptionRevokeResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal information, signed.
    public var signedRenewalInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceSubscriptionRevokeResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
