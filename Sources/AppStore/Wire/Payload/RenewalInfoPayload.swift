/// The decoded payload of signed renewal information, which describes the next renewal of a subscription.
///
/// Apple's name is JWSRenewalInfoDecodedPayload. It names no app, so only its environment can be checked.
public struct RenewalInfoPayload: WireObject {
    /// The reason why the subscription expired.
    public var expirationIntent: ExpirationIntent?
    /// The original transaction identifier, that of the chain's first transaction.
    public var originalTransactionId: String?
    /// The product identifier of the next renewal.
    public var autoRenewProductId: String?
    /// The current product identifier.
    public var productId: String?
    /// Whether the subscription will renew.
    public var autoRenewStatus: AutoRenewStatus?
    /// Whether Apple is retrying the payment of a failed renewal.
    public var isInBillingRetryPeriod: Bool?
    /// Whether the customer has responded to a price increase.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// The end of the billing grace period.
    public var gracePeriodExpiresDate: Timestamp?
    /// The type of the next renewal's offer.
    public var offerType: OfferType?
    /// The identifier of that offer.
    public var offerIdentifier: String?
    /// The time at which Apple signed this state.
    public var signedDate: Timestamp?
    /// The environment of the purchase.
    public var environment: AppStoreEnvironment?
    /// The start of the current uninterrupted subscription; gaps of up to 60 days (10 minutes in the Sandbox) do not
    /// interrupt it.
    public var recentSubscriptionStartDate: Timestamp?
    /// The end of the latest period, which may be in the past.
    public var renewalDate: Timestamp?
    /// The price of the next renewal including its offer, in thousandths of the unit of `currency`; with
    /// `multiSeatInfo` the average price of one seat.
    public var renewalPrice: Int64?
    /// The currency of `renewalPrice`, ISO 4217.
    public var currency: String?
    /// The payment mode of the offer.
    public var offerDiscountType: OfferDiscountType?
    /// The identifiers of the win-back offers that the customer is eligible for, the best first.
    public var eligibleWinBackOfferIds: [String]?
    /// The app transaction identifier, unique for each Apple Account and app.
    public var appTransactionId: String?
    /// The duration of the offer, in ISO 8601.
    public var offerPeriod: String?
    /// The app account token, a UUID, of the next renewal, kept as text.
    public var appAccountToken: String?
    /// The information of the Advanced Commerce API, only for its products.
    public var advancedCommerceInfo: AdvancedCommerceRenewalInfo?
    /// The next commitment.
    public var commitmentInfo: RenewalCommitmentInfo?
    /// The billing plan of the next term.
    public var renewalBillingPlanType: BillingPlanType?
    /// The number of seats that the next renewal is expected to have; it may change until then.
    public var renewalQuantity: Int32?
    /// The seats and prices of the next renewal, only if it renews as a multiseat subscription.
    public var multiSeatInfo: RenewalMultiSeatInfo?
    /// The product identifier of the bundle that renews.
    public var bundleProductId: String?
    /// The identifier of the bundle's subscription group.
    public var bundleSubscriptionGroupIdentifier: String?
    /// The original transaction identifier of the bundle.
    public var bundleOriginalTransactionId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RenewalInfoPayload> = [
        WireField("expirationIntent", \.expirationIntent),
        WireField("originalTransactionId", \.originalTransactionId),
        WireField("autoRenewProductId", \.autoRenewProductId),
        WireField("productId", \.productId),
        WireField("autoRenewStatus", \.autoRenewStatus),
        WireField("isInBillingRetryPeriod", \.isInBillingRetryPeriod),
        WireField("priceIncreaseStatus", \.priceIncreaseStatus),
        WireField("gracePeriodExpiresDate", \.gracePeriodExpiresDate),
        WireField("offerType", \.offerType),
        WireField("offerIdentifier", \.offerIdentifier),
        WireField("signedDate", \.signedDate),
        WireField("environment", \.environment),
        WireField("recentSubscriptionStartDate", \.recentSubscriptionStartDate),
        WireField("renewalDate", \.renewalDate),
        WireField("renewalPrice", \.renewalPrice),
        WireField("currency", \.currency),
        WireField("offerDiscountType", \.offerDiscountType),
        WireField("eligibleWinBackOfferIds", \.eligibleWinBackOfferIds),
        WireField("appTransactionId", \.appTransactionId),
        WireField("offerPeriod", \.offerPeriod),
        WireField("appAccountToken", \.appAccountToken),
        WireField("advancedCommerceInfo", \.advancedCommerceInfo),
        WireField("commitmentInfo", \.commitmentInfo),
        WireField("renewalBillingPlanType", \.renewalBillingPlanType),
        WireField("renewalQuantity", \.renewalQuantity),
        WireField("multiSeatInfo", \.multiSeatInfo),
        WireField("bundleProductId", \.bundleProductId),
        WireField("bundleSubscriptionGroupIdentifier", \.bundleSubscriptionGroupIdentifier),
        WireField("bundleOriginalTransactionId", \.bundleOriginalTransactionId),
        WireField("bundleProductID", alsoFor: \.bundleProductId),
        WireField("bundleSubscriptionGroupID", alsoFor: \.bundleSubscriptionGroupIdentifier),
        WireField("bundleSubscriptionGroupId", alsoFor: \.bundleSubscriptionGroupIdentifier),
        WireField("bundleOriginalTransactionID", alsoFor: \.bundleOriginalTransactionId),
    ]
}

/// The reason why a subscription expired.
public struct ExpirationIntent: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The customer had turned off automatic renewal.
    public static let customerCanceled = ExpirationIntent(rawValue: 1)
    /// The payment failed.
    public static let billingError = ExpirationIntent(rawValue: 2)
    /// The customer did not consent to a price increase that requires consent.
    public static let priceIncreaseDeclined = ExpirationIntent(rawValue: 3)
    /// The product was not available for purchase at the renewal.
    public static let productUnavailable = ExpirationIntent(rawValue: 4)
    /// Another reason.
    public static let other = ExpirationIntent(rawValue: 5)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [ExpirationIntent] = [
        .customerCanceled,
        .billingError,
        .priceIncreaseDeclined,
        .productUnavailable,
        .other,
    ]
}

/// Whether a subscription will renew.
public struct AutoRenewStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The subscription will expire at the end of its period.
    public static let off = AutoRenewStatus(rawValue: 0)
    /// The subscription will renew.
    public static let on = AutoRenewStatus(rawValue: 1)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AutoRenewStatus] = [.off, .on]
}

/// Whether the customer has responded to a price increase; absent if there is none.
public struct PriceIncreaseStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The increase requires consent, and the customer has not responded.
    public static let pending = PriceIncreaseStatus(rawValue: 0)
    /// The customer consented, or was notified of an increase that requires no consent.
    public static let accepted = PriceIncreaseStatus(rawValue: 1)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [PriceIncreaseStatus] = [.pending, .accepted]
}
