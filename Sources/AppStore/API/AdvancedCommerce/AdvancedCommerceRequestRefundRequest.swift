extension AppStoreRequest where Answer == AdvancedCommerceRequestRefundResponse {
    /// Request Transaction Refund, item by item.
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

/// The body of Request Transaction Refund.
///
/// Apple requires all fields but `storefront` and `currency`.
public struct AdvancedCommerceRequestRefundRequest: WireObject {
    /// The id of the request, and the customer.
    public var requestInfo: AdvancedCommerceRequestInfo?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// The currency of the amounts, ISO 4217.
    public var currency: String?
    /// What to refund.
    public var items: [Item]?
    /// Whether Apple may ask for consumption data first.
    public var refundRiskingPreference: Bool?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
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
    /// Apple requires all fields but `refundAmount`.
    public struct Item: WireObject {
        /// The item's id, up to 128 characters.
        public var sku: String?
        /// Why.
        public var refundReason: AdvancedCommerceRefundReason?
        /// How much.
        public var refundType: AdvancedCommerceRefundType?
        /// The amount of a custom refund, in thousandths of the currency.
        public var refundAmount: Int32?
        /// Whether the customer loses the item.
        public var revoke: Bool?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<AdvancedCommerceRequestRefundRequest.Item> = [
            WireField("SKU", \.sku),
            WireField("refundReason", \.refundReason),
            WireField("refundType", \.refundType),
            WireField("refundAmount", \.refundAmount),
            WireField("revoke", \.revoke),
        ]
    }
}

/// The answer to Request Transaction Refund.
public struct AdvancedCommerceRequestRefundResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// The renewal info, signed; absent when nothing renews.
    public var signedRenewalInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRequestRefundResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo),
        WireField("signedRenewalInfo", \.signedRenewalInfo),
    ]
}
