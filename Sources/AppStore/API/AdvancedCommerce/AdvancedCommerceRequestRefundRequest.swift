extension AppStoreRequest where Response == AdvancedCommerceRequestRefundResponse {
    /// Refunds items of a transaction (Request Transaction Refund).
    public static func requestTransactionRefund(
        of transactionID: String,
        _ request: AdvancedCommerceRequestRefundRequest
    ) -> Self {
        Self(
            .requestTransactionRefund,
            "POST",
            ["advancedCommerce", "v1", "transaction", "requestRefund", transactionID],
            body: request
        ) { $0.signedTransactionInfo != nil }
    }
}

/// The request body of Request Transaction Refund.
///
/// Apple requires all fields except `storefront` and `currency`.
public struct AdvancedCommerceRequestRefundRequest: WireObject {
    /// The identifiers of the request and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The currency of the amounts, ISO 4217.
    public var currency: String?
    /// The items to refund.
    public var items: [Item]?
    /// Whether Apple may first request consumption information.
    public var refundRiskingPreference: Bool?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceRequestRefundRequest> = [
        WireField("requestInfo", \.requestInfo),
        WireField("storefront", \.storefront),
        WireField("currency", \.currency),
        WireField("items", \.items),
        WireField("refundRiskingPreference", \.refundRiskingPreference),
    ]
}

extension AdvancedCommerceRequestRefundRequest {
    /// The refund of one item.
    ///
    /// Apple requires all fields except `refundAmount`.
    public struct Item: WireObject {
        /// The item's SKU, at most 128 characters.
        public var sku: String?
        /// The reason of the refund.
        public var refundReason: AdvancedCommerceRefundReason?
        /// The kind of refund.
        public var refundType: AdvancedCommerceRefundType?
        /// The amount of a custom refund, in thousandths of the currency unit.
        public var refundAmount: Int32?
        /// Whether the customer loses access to the item.
        public var revoke: Bool?
        /// The members that this version does not know, in the order of the JSON text.
        public var unknownFields: [JSONMember] = []

        /// Creates an object without any field.
        public init() {}

        /// The known fields, in the order of Apple's documentation.
        public static let fields: WireFields<AdvancedCommerceRequestRefundRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("refundReason", \.refundReason),
            WireField("refundType", \.refundType),
            WireField("refundAmount", \.refundAmount),
            WireField("revoke", \.revoke),
        ]
    }
}

/// The response to Request Transaction Refund.
public struct AdvancedCommerceRequestRefundResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal information, signed; absent if nothing renews.
    public var signedRenewalInfo: SignedData?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<AdvancedCommerceRequestRefundResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
