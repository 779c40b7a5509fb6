/// What Apple says about the next renewal of a subscription: the content of a signed renewal info.
///
/// Apple's name is JWSRenewalInfoDecodedPayload. It names no app: only its environment can be checked.
public struct RenewalInfoPayload: WireObject {
    /// Why the subscription ended.
    public var expirationIntent: ExpirationIntent?
    /// The id of the chain's first transaction.
    public var originalTransactionId: String?
    /// The product that renews next.
    public var autoRenewProductId: String?
    /// The product that runs now.
    public var productId: String?
    /// Whether the subscription will try to renew.
    public var autoRenewStatus: AutoRenewStatus?
    /// Whether Apple is trying to charge a renewal that failed.
    public var isInBillingRetryPeriod: Bool?
    /// Whether the customer has answered a price increase.
    public var priceIncreaseStatus: PriceIncreaseStatus?
    /// When the billing grace period ends.
    public var gracePeriodExpiresDate: Timestamp?
    /// The kind of offer that the next renewal has.
    public var offerType: OfferType?
    /// The id of that offer.
    public var offerIdentifier: String?
    /// When Apple signed this state.
    public var signedDate: Timestamp?
    /// Where the purchase was made.
    public var environment: AppStoreEnvironment?
    /// When the current streak began; gaps up to 60 days (10 minutes in the Sandbox) do not end one.
    public var recentSubscriptionStartDate: Timestamp?
    /// When the newest period ends, which may have passed.
    public var renewalDate: Timestamp?
    /// The price of the next renewal with its offer, in thousandths of `currency`.
    public var renewalPrice: Int64?
    /// The currency of `renewalPrice`, ISO 4217.
    public var currency: String?
    /// How the offer is paid.
    public var offerDiscountType: OfferDiscountType?
    /// The win-back offers the customer may redeem, the best first.
    public var eligibleWinBackOfferIds: [String]?
    /// The id of the app's download: one for each Apple Account and app.
    public var appTransactionId: String?
    /// How long the offer lasts, as an ISO 8601 duration.
    public var offerPeriod: String?
    /// The token, a UUID, that the next renewal will carry; kept as text.
    public var appAccountToken: String?
    /// What Advanced Commerce adds, for its products only.
    public var advancedCommerceInfo: AdvancedCommerceRenewalInfo?
    /// The commitment that follows.
    public var commitmentInfo: RenewalCommitmentInfo?
    /// How the next term is billed.
    public var renewalBillingPlanType: BillingPlanType?
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
    ]
}

/// Why a subscription ended.
public struct ExpirationIntent: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The customer had switched auto-renew off.
    public static let customerCanceled = ExpirationIntent(rawValue: 1)
    /// The charge failed.
    public static let billingError = ExpirationIntent(rawValue: 2)
    /// The customer did not agree to a price increase that needs consent.
    public static let priceIncreaseDeclined = ExpirationIntent(rawValue: 3)
    /// The product was not on sale when it should have renewed.
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

/// Whether a subscription will try to renew.
public struct AutoRenewStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// It will end with its period.
    public static let off = AutoRenewStatus(rawValue: 0)
    /// It will renew.
    public static let on = AutoRenewStatus(rawValue: 1)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [AutoRenewStatus] = [.off, .on]
}

/// Whether the customer has answered a price increase; absent when there is none.
public struct PriceIncreaseStatus: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: Int32

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The increase needs consent and has no answer.
    public static let pending = PriceIncreaseStatus(rawValue: 0)
    /// The customer agreed, or was told of an increase that needs no consent.
    public static let accepted = PriceIncreaseStatus(rawValue: 1)

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [PriceIncreaseStatus] = [.pending, .accepted]
}
