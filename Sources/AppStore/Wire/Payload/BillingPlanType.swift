/// The billing plan of a subscription.
public struct BillingPlanType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The customer pays for the whole term at its start.
    public static let billedUpfront = BillingPlanType(rawValue: "BILLED_UPFRONT")
    /// The customer pays monthly within a commitment of twelve months.
    public static let monthly = BillingPlanType(rawValue: "MONTHLY")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [BillingPlanType] = [.billedUpfront, .monthly]
}

/// The commitment that a billing period of a subscription belongs to.
public struct TransactionCommitmentInfo: WireObject {
    /// The number of the billing period in the commitment, counted from 1.
    public var billingPeriodNumber: Int32?
    /// The end of the commitment.
    public var commitmentExpiresDate: Timestamp?
    /// The price of the whole commitment, in thousandths of the transaction's currency unit.
    public var commitmentPrice: Int64?
    /// The number of billing periods of the commitment.
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
    /// The product identifier of the next commitment.
    public var commitmentAutoRenewProductId: String?
    /// Whether the commitment will renew.
    public var commitmentAutoRenewStatus: AutoRenewStatus?
    /// The billing plan of the next commitment.
    public var commitmentRenewalBillingPlanType: BillingPlanType?
    /// The start of the next commitment.
    public var commitmentRenewalDate: Timestamp?
    /// The price of the next commitment, in thousandths of the renewal's currency unit.
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
