/// One purchase as a receipt lists it, or Apple's answer about a receipt.
///
/// Neither has a price, a currency or a storefront. Fields that Xcode leaves out, or Apple leaves empty, are nil; those
/// without a number are in Apple's answers only.
public struct ReceiptTransaction: Hashable, Sendable {
    /// How many were bought (type 1701).
    public var quantity: Int64?
    /// The product (1702).
    public var productID: String?
    /// The transaction (1703): new for each purchase, renewal and restore on another device.
    public var transactionID: String?
    /// The first transaction of its chain (1705); Xcode leaves it out.
    public var originalTransactionID: String?
    /// When it was charged, for subscriptions the start of the period (1704).
    public var purchasedAt: Timestamp?
    /// When the chain began (1706); not always before `purchasedAt`.
    public var originallyPurchasedAt: Timestamp?
    /// When the period of a subscription ends (1708).
    public var expiresAt: Timestamp?
    /// When it was refunded or revoked (1712).
    public var cancelledAt: Timestamp?
    /// The kind of product, as Apple numbers it without documenting it (1707).
    public var productTypeNumber: Int64?
    /// The product's number in the App Store (1710), which Apple does not document; 0 in the Sandbox.
    public var productItemID: Int64?
    /// The billing period (1711): the same for all restores of one purchase; nil for what is no subscription.
    public var webOrderLineItemID: Int64?
    /// Whether it is a free trial (1713).
    public var isTrial: Bool?
    /// Whether it is at an introductory price (1719).
    public var isIntroductory: Bool?
    /// The promotional offer (1721).
    public var promotionalOfferID: String?
    /// Whether an upgrade ended it (`is_upgraded`).
    public var isUpgraded: Bool?
    /// How the Apple Account came to it (`in_app_ownership_type`).
    public var ownership: InAppOwnershipType?
    /// The app's token for the customer (`app_account_token`).
    public var appAccountToken: String?
    /// Why it was taken back (`cancellation_reason`): 1 for a problem in the app, 0 for anything else.
    public var cancellationReason: Int64?
    /// The reference name of the offer code that was redeemed (`offer_code_ref_name`).
    public var offerCode: String?
    /// Attributes of types that this version does not know.
    public var unknown: [ReceiptAttribute] = []

    /// A purchase of which nothing is known yet.
    public init() {}

    /// The kind of product; nil where the receipt does not say it or names an unknown number.
    public var productType: ProductType? {
        switch self.productTypeNumber {
        case 0: .nonConsumable
        case 1: .consumable
        case 2: .nonRenewingSubscription
        case 3: .autoRenewableSubscription
        default: nil
        }
    }
}
