/// The next renewal of a subscription in a response of verifyReceipt.
public struct PendingRenewal: Hashable, Sendable {
    /// The original transaction identifier of the chain.
    public var originalTransactionID: String?
    /// The current product.
    public var productID: String?
    /// The product of the next renewal.
    public var autoRenewProductID: String?
    /// Whether the subscription will renew.
    public var autoRenews: Bool?
    /// The reason why the subscription expired: 1 canceled, 2 billing, 3 price increase, 4 product not available, 5
    /// other.
    public var expirationIntent: Int64?
    /// Whether the App Store is trying to charge again.
    public var isInBillingRetry: Bool?
    /// The end of the grace period.
    public var graceEndsAt: Timestamp?
    /// The state of a price increase: 0 the customer has not consented yet, 1 the customer has consented or need not.
    public var priceIncreaseStatus: Int64?
    /// The time at which automatic renewal was last turned on or off.
    public var autoRenewStatusChangedAt: Timestamp?
    /// The offer code of the next renewal.
    public var offerCode: String?
    /// The promotional offer of the next renewal.
    public var promotionalOfferID: String?

    /// Creates a renewal without any value.
    public init() {}

    /// Reads an element of `pending_renewal_info`.
    package init(_ element: JSONValue) {
        self.originalTransactionID = element["original_transaction_id"]?.looseText
        self.productID = element["product_id"]?.looseText
        self.autoRenewProductID = element["auto_renew_product_id"]?.looseText
        self.autoRenews = element["auto_renew_status"]?.looseFlag
        self.expirationIntent = element["expiration_intent"]?.looseNumber
        self.isInBillingRetry = element["is_in_billing_retry_period"]?.looseFlag
        self.graceEndsAt = VerifyReceiptDate.instant("grace_period_expires_date", in: element)
        self.priceIncreaseStatus =
            element["price_increase_status"]?.looseNumber ?? element["price_consent_status"]?.looseNumber
        self.autoRenewStatusChangedAt = VerifyReceiptDate.instant("auto_renew_status_change_date", in: element)
        self.offerCode = element["offer_code_ref_name"]?.looseText
        self.promotionalOfferID = element["promotional_offer_id"]?.looseText
    }

    /// The element as verifyReceipt writes it.
    package var json: JSONValue {
        var members: [JSONMember] = []
        func add(_ key: String, _ value: String?) {
            if let value { members.append(JSONMember(key: key, value: .string(value))) }
        }
        add("auto_renew_product_id", self.autoRenewProductID ?? self.productID)
        add("product_id", self.productID)
        add("original_transaction_id", self.originalTransactionID)
        add("auto_renew_status", self.autoRenews.map { $0 ? "1" : "0" })
        add("expiration_intent", self.expirationIntent.map { String($0) })
        if self.isInBillingRetry == true || self.expirationIntent != nil {
            add("is_in_billing_retry_period", self.isInBillingRetry == true ? "1" : "0")
        }
        members += VerifyReceiptDate.members("grace_period_expires_date", self.graceEndsAt)
        add("price_increase_status", self.priceIncreaseStatus.map { String($0) })
        members += VerifyReceiptDate.members("auto_renew_status_change_date", self.autoRenewStatusChangedAt)
        add("offer_code_ref_name", self.offerCode)
        add("promotional_offer_id", self.promotionalOfferID)
        return .object(members)
    }
}
