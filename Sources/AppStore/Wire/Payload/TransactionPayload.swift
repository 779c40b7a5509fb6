/// The decoded payload of a signed transaction.
///
/// Apple's name is JWSTransactionDecodedPayload. It describes the complete state at `signedDate`, not a change.
public struct TransactionPayload: WireObject {
    /// The transaction identifier.
    public var transactionId: String?
    /// The original transaction identifier, that of the chain's first transaction; it equals `transactionId` unless the
    /// transaction is a renewal or a restore.
    public var originalTransactionId: String?
    /// The original transaction identifier that the subscription had before it migrated to the Advanced Commerce API.
    public var previousOriginalTransactionId: String?
    /// The identifier of a subscription's purchase event, the same on all devices.
    public var webOrderLineItemId: String?
    /// The app's bundle identifier.
    public var bundleId: String?
    /// The product identifier.
    public var productId: String?
    /// The identifier of the subscription group.
    public var subscriptionGroupIdentifier: String?
    /// The time at which the customer was charged for a purchase, a restore, or a renewal after a lapse.
    public var purchaseDate: Timestamp?
    /// The time of purchase of the chain's first transaction.
    public var originalPurchaseDate: Timestamp?
    /// The end of the subscription period.
    public var expiresDate: Timestamp?
    /// The number of purchased consumables, or of the seats that this transaction covers.
    public var quantity: Int32?
    /// The type of the product.
    public var type: ProductType?
    /// The app account token, a UUID, that the app set for the purchase; kept as text, so that a malformed token does
    /// not make the transaction unreadable.
    public var appAccountToken: String?
    /// Whether the customer bought the product or shares it.
    public var inAppOwnershipType: InAppOwnershipType?
    /// The time at which Apple signed this state.
    public var signedDate: Timestamp?
    /// The reason of the refund.
    public var revocationReason: TransactionRevocationReason?
    /// The time at which Apple refunded the transaction, or at which sharing or an assignment ended.
    public var revocationDate: Timestamp?
    /// The type of revocation.
    public var revocationType: RevocationType?
    /// The refunded or revoked share, in thousandths of a percent, so that half is 50,000.
    public var revocationPercentage: Int32?
    /// `true` if an upgrade has replaced the transaction; otherwise absent.
    public var isUpgraded: Bool?
    /// The type of the offer that determined the price.
    public var offerType: OfferType?
    /// The identifier of the offer; introductory offers have none.
    public var offerIdentifier: String?
    /// The environment of the purchase.
    public var environment: AppStoreEnvironment?
    /// Whether the customer bought the product or Apple renewed the subscription.
    public var transactionReason: TransactionReason?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// Apple's identifier of the storefront.
    public var storefrontId: String?
    /// The price in App Store Connect including the offer, times the quantity, in thousandths of the unit of
    /// `currency`; with `multiSeatInfo` the average price of one seat.
    ///
    /// It is not suitable for accounting.
    public var price: Int64?
    /// The currency of `price`, ISO 4217.
    public var currency: String?
    /// The payment mode of the offer.
    public var offerDiscountType: OfferDiscountType?
    /// The app transaction identifier, unique for each Apple Account and app.
    public var appTransactionId: String?
    /// The duration of the offer, in ISO 8601.
    public var offerPeriod: String?
    /// The information of the Advanced Commerce API, only for its products.
    public var advancedCommerceInfo: AdvancedCommerceTransactionInfo?
    /// The billing plan of the subscription.
    public var billingPlanType: BillingPlanType?
    /// The commitment that the period belongs to.
    public var commitmentInfo: TransactionCommitmentInfo?
    /// The seats and their prices, only for a multiseat subscription.
    public var multiSeatInfo: TransactionMultiSeatInfo?
    /// The reason why the subscription period has more than one transaction.
    public var additionalTransactionReason: AdditionalTransactionReason?
    /// The product identifier of the bundle that the subscription was bought in.
    public var bundleProductId: String?
    /// The identifier of the bundle's subscription group.
    public var bundleSubscriptionGroupIdentifier: String?
    /// The transaction identifier of the bundle.
    public var bundleTransactionId: String?
    /// The original transaction identifier of the bundle.
    public var bundleOriginalTransactionId: String?
    /// The value that binds the data to a device, in Base64; only in data signed by Xcode.
    public var deviceVerification: String?
    /// The nonce, a UUID, of `deviceVerification`.
    public var deviceVerificationNonce: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<TransactionPayload> = [
        WireField("transactionId", \.transactionId),
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("previousOriginalTransactionId", \.previousOriginalTransactionId),
        WireField("webOrderLineItemId", \.webOrderLineItemId),
        WireField("bundleId", \.bundleId),
        WireField("productId", \.productId),
        WireField("subscriptionGroupIdentifier", \.subscriptionGroupIdentifier),
        WireField("purchaseDate", \.purchaseDate),
        WireField("originalPurchaseDate", \.originalPurchaseDate),
        WireField("expiresDate", \.expiresDate),
        WireField("quantity", \.quantity),
        WireField("type", \.type),
        WireField("appAccountToken", \.appAccountToken),
        WireField("inAppOwnershipType", \.inAppOwnershipType),
        WireField("signedDate", \.signedDate),
        WireField("revocationReason", \.revocationReason),
        WireField("revocationDate", \.revocationDate),
        WireField("revocationType", \.revocationType),
        WireField("revocationPercentage", \.revocationPercentage),
        WireField("isUpgraded", \.isUpgraded),
        WireField("offerType", \.offerType),
        WireField("offerIdentifier", \.offerIdentifier),
        WireField("environment", \.environment),
        WireField("transactionReason", \.transactionReason),
        WireField("storefront", \.storefront),
        WireField("storefrontId", \.storefrontId),
        WireField("price", \.price),
        WireField("currency", \.currency),
        WireField("offerDiscountType", \.offerDiscountType),
        WireField("appTransactionId", \.appTransactionId),
        WireField("offerPeriod", \.offerPeriod),
        WireField("advancedCommerceInfo", \.advancedCommerceInfo),
        WireField("billingPlanType", \.billingPlanType),
        WireField("commitmentInfo", \.commitmentInfo),
        WireField("multiSeatInfo", \.multiSeatInfo),
        WireField("additionalTransactionReason", \.additionalTransactionReason),
        WireField("bundleProductId", \.bundleProductId),
        WireField("bundleSubscriptionGroupIdentifier", \.bundleSubscriptionGroupIdentifier),
        WireField("bundleTransactionId", \.bundleTransactionId),
        WireField("bundleOriginalTransactionId", \.bundleOriginalTransactionId),
        WireField("deviceVerification", \.deviceVerification),
        WireField("deviceVerificationNonce", \.deviceVerificationNonce),
        WireField("bundleProductID", alsoFor: \.bundleProductId),
        WireField("bundleSubscriptionGroupID", alsoFor: \.bundleSubscriptionGroupIdentifier),
        WireField("bundleSubscriptionGroupId", alsoFor: \.bundleSubscriptionGroupIdentifier),
        WireField("bundleTransactionID", alsoFor: \.bundleTransactionId),
        WireField("bundleOriginalTransactionID", alsoFor: \.bundleOriginalTransactionId),
    ]
}

/// The type of a product.
public struct ProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A subscription that renews until it is canceled.
    public static let autoRenewableSubscription = ProductType(rawValue: "Auto-Renewable Subscription")
    /// A product that is bought once and kept.
    public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
    /// A product that is bought to be used up.
    public static let consumable = ProductType(rawValue: "Consumable")
    /// A subscription for a period that the app defines, which does not renew.
    public static let nonRenewingSubscription = ProductType(rawValue: "Non-Renewing Subscription")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ProductType] = [
        .autoRenewableSubscription,
        .nonConsumable,
        .consumable,
        .nonRenewingSubscription,
    ]
}

/// The relationship of a customer to a transaction.
public struct InAppOwnershipType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer bought it.
    public static let purchased = InAppOwnershipType(rawValue: "PURCHASED")
    /// A family member bought it.
    public static let familyShared = InAppOwnershipType(rawValue: "FAMILY_SHARED")
    /// An organization or a group bought the product and assigned a seat to the customer (API 1.22).
    public static let assigned = InAppOwnershipType(rawValue: "ASSIGNED")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [InAppOwnershipType] = [.purchased, .familyShared, .assigned]
}

/// The cause of a transaction.
public struct TransactionReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A purchase by the customer, including an upgrade.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// A renewal by Apple, including a downgrade that takes effect.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [TransactionReason] = [.purchase, .renewal]
}

/// The reason of a refund.
public struct TransactionRevocationReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Another reason, for example an accidental purchase.
    public static let other = TransactionRevocationReason(rawValue: 0)
    /// A real or perceived problem in the app.
    public static let appIssue = TransactionRevocationReason(rawValue: 1)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [TransactionRevocationReason] = [.other, .appIssue]
}

/// The type of revocation of a transaction.
public struct RevocationType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple refunded the full price.
    public static let refundFull = RevocationType(rawValue: "REFUND_FULL")
    /// Apple refunded a share of the price, which `revocationPercentage` states.
    public static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
    /// Family sharing ended.
    public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
    /// The organization or group ended the assignment of the seat (API 1.22).
    public static let assignmentRevoke = RevocationType(rawValue: "ASSIGNMENT_REVOKE")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [RevocationType] = [.refundFull, .refundProrated, .familyRevoke, .assignmentRevoke]
}
