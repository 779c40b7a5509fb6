/// How a subscription's term is billed.
public struct BillingPlanType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole term is paid at its start.
    public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    /// Each month is paid under a commitment of twelve months.
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [BillingPlanType] = [.billedUpfront, .monthly]
}

/// The commitment that a billing period of a subscription is part of.
public struct TransactionCommitmentInfo: WireObject {
    /// Which period of the commitment this is, counted from 1.
    public var billingPeriodNumber: Int32?
    /// When the commitment ends.
    public var commitmentExpiresDate: Timestamp?
    /// The price of the whole commitment, in thousandths of the transaction's currency.
    public var commitmentPrice: Int64?
    /// How many periods the commitment has.
    public var totalBillingPeriods: Int32?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<TransactionCommitmentInfo> = [
        WireField("billingPeriodNumber", \.billingPeriodNumber),
        WireField("commitmentExpiresDate", \.commitmentExpiresDate),
        WireField("commitmentPrice", \.commitmentPrice),
        WireField("totalBillingPeriods", \.totalBillingPeriods),
    ]
}

/// The commitment that follows the current one.
public struct RenewalCommitmentInfo: WireObject {
    /// The product that the next commitment is for.
    public var commitmentAutoRenewProductId: String?
    /// Whether the commitment will try to renew.
    public var commitmentAutoRenewStatus: AutoRenewStatus?
    /// How the next commitment is billed.
    public var commitmentRenewalBillingPlanType: BillingPlanType?
    /// When the next commitment begins.
    public var commitmentRenewalDate: Timestamp?
    /// The price of the next commitment, in thousandths of the renewal's currency.
    public var commitmentRenewalPrice: Int64?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RenewalCommitmentInfo> = [
        WireField("commitmentAutoRenewProductId", \.commitmentAutoRenewProductId),
        WireField("commitmentAutoRenewStatus", \.commitmentAutoRenewStatus),
        WireField("commitmentRenewalBillingPlanType", \.commitmentRenewalBillingPlanType),
        WireField("commitmentRenewalDate", \.commitmentRenewalDate),
        WireField("commitmentRenewalPrice", \.commitmentRenewalPrice),
    ]
}
