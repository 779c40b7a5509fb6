extension AppStoreRequest where Answer == AdvancedCommerceSubscriptionRevokeResponse {
    /// Revoke Subscription: it ends now, refunded in full or in part.
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

/// The body of Revoke Subscription.
///
/// Apple requires all fields but `storefront`.
public struct AdvancedCommerceSubscriptionRevokeRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// Why.
    public var refundReason: AdvancedCommerceRefundReason?
    /// Whether Apple may ask for consumption data first.
    public var refundRiskingPreference: Bool?
    /// How much: all or the share that is left.
    public var refundType: AdvancedCommerceRefundType?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionRevokeRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("refundReason", \.refundReason),
        WireField("refundRiskingPreference", \.refundRiskingPreference),
        WireField("refundType", \.refundType),
    ]
}

/// The answer to Revoke Subscription.
public struct AdvancedCommerceSubscriptionRevokeResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceSubscriptionRevokeResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
