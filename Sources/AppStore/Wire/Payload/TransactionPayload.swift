/// What Apple says about one transaction: the content of a signed transaction.
///
/// Apple's name is JWSTransactionDecodedPayload. It is a full state at `signedDate`, not a change.
public struct TransactionPayload: WireObject {
    /// The transaction's own id.
    public var transactionId: String?
    /// The id of the chain's first transaction; equal to `transactionId` unless this is a renewal or a
    /// restore.
    public var originalTransactionId: String?
    /// The chain's original id before it moved to Advanced Commerce.
    public var previousOriginalTransactionId: String?
    /// The id of a subscription's purchase event, the same on all devices.
    public var webOrderLineItemId: String?
    /// The app's bundle id.
    public var bundleId: String?
    /// The product that was bought.
    public var productId: String?
    /// The group of the subscription.
    public var subscriptionGroupIdentifier: String?
    /// When the customer was charged, for a purchase, a restore or a renewal after a lapse.
    public var purchaseDate: Timestamp?
    /// When the chain's first transaction was purchased.
    public var originalPurchaseDate: Timestamp?
    /// When the subscription's period ends.
    public var expiresDate: Timestamp?
    /// How many of a consumable were bought.
    public var quantity: Int32?
    /// The kind of the product.
    public var type: ProductType?
    /// The token, a UUID, that the app gave to the purchase; kept as text, because a malformed one must not
    /// lose a transaction.
    public var appAccountToken: String?
    /// Whether the customer bought it or shares it.
    public var inAppOwnershipType: InAppOwnershipType?
    /// When Apple signed this state.
    public var signedDate: Timestamp?
    /// Why Apple refunded it.
    public var revocationReason: TransactionRevocationReason?
    /// When Apple refunded it, or sharing or assignment ended.
    public var revocationDate: Timestamp?
    /// What was revoked.
    public var revocationType: RevocationType?
    /// How much was refunded or revoked, in thousandths of a percent: half is 50000.
    public var revocationPercentage: Int32?
    /// True when an upgrade has taken its place; absent otherwise.
    public var isUpgraded: Bool?
    /// The kind of offer that set the price.
    public var offerType: OfferType?
    /// The offer's id; introductory offers have none.
    public var offerIdentifier: String?
    /// Where the purchase was made.
    public var environment: AppStoreEnvironment?
    /// Whether the customer bought it or Apple renewed it.
    public var transactionReason: TransactionReason?
    /// The storefront's country, ISO 3166-1 alpha-3.
    public var storefront: String?
    /// Apple's number of the storefront.
    public var storefrontId: String?
    /// The configured price with its offer, times the quantity, in thousandths of `currency`; not meant for
    /// accounting.
    public var price: Int64?
    /// The currency of `price`, ISO 4217.
    public var currency: String?
    /// How the offer is paid.
    public var offerDiscountType: OfferDiscountType?
    /// The id of the app's download: one for each Apple Account and app.
    public var appTransactionId: String?
    /// How long the offer lasts, as an ISO 8601 duration.
    public var offerPeriod: String?
    /// What Advanced Commerce adds, for its products only.
    public var advancedCommerceInfo: AdvancedCommerceTransactionInfo?
    /// How the subscription's term is billed.
    public var billingPlanType: BillingPlanType?
    /// The commitment that this period is part of.
    public var commitmentInfo: TransactionCommitmentInfo?
    /// Binds the data to a device, base64; in data signed by Xcode.
    public var deviceVerification: String?
    /// The nonce, a UUID, behind `deviceVerification`.
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
        WireField("deviceVerification", \.deviceVerification),
        WireField("deviceVerificationNonce", \.deviceVerificationNonce),
    ]
}

/// The kind of a product.
public struct ProductType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Renews until somebody stops it.
    public static let autoRenewableSubscription = ProductType(rawValue: "Auto-Renewable Subscription")
    /// Bought once and owned.
    public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
    /// Bought to be used up.
    public static let consumable = ProductType(rawValue: "Consumable")
    /// Runs for a time that the app defines.
    public static let nonRenewingSubscription = ProductType(rawValue: "Non-Renewing Subscription")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ProductType] = [
        .autoRenewableSubscription,
        .nonConsumable,
        .consumable,
        .nonRenewingSubscription,
    ]
}

/// How the customer came to a transaction.
public struct InAppOwnershipType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer bought it.
    public static let purchased = InAppOwnershipType(rawValue: "PURCHASED")
    /// A family member bought it.
    public static let familyShared = InAppOwnershipType(rawValue: "FAMILY_SHARED")
    /// An organization or a group bought it and assigned a seat (API 1.22).
    public static let assigned = InAppOwnershipType(rawValue: "ASSIGNED")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [InAppOwnershipType] = [.purchased, .familyShared, .assigned]
}

/// What made a transaction.
public struct TransactionReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer bought, which includes upgrades.
    public static let purchase = TransactionReason(rawValue: "PURCHASE")
    /// Apple renewed, which includes a downgrade that takes effect.
    public static let renewal = TransactionReason(rawValue: "RENEWAL")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [TransactionReason] = [.purchase, .renewal]
}

/// Why Apple refunded a transaction.
public struct TransactionRevocationReason: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Another reason, for example an accident.
    public static let other = TransactionRevocationReason(rawValue: 0)
    /// A real or perceived problem in the app.
    public static let appIssue = TransactionRevocationReason(rawValue: 1)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [TransactionRevocationReason] = [.other, .appIssue]
}

/// What was revoked of a transaction.
public struct RevocationType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All of the price was refunded.
    public static let refundFull = RevocationType(rawValue: "REFUND_FULL")
    /// A part of the price was refunded; `revocationPercentage` says how much.
    public static let refundProrated = RevocationType(rawValue: "REFUND_PRORATED")
    /// Family sharing ended.
    public static let familyRevoke = RevocationType(rawValue: "FAMILY_REVOKE")
    /// The organization or group took the seat back (API 1.22).
    public static let assignmentRevoke = RevocationType(rawValue: "ASSIGNMENT_REVOKE")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [RevocationType] = [.refundFull, .refundProrated, .familyRevoke, .assignmentRevoke]
}
