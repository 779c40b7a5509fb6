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
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RenewalCommitmentInfo> = [
        WireField("commitmentAutoRenewProductId", \.commitmentAutoRenewProductId),
        WireField("commitmentAutoRenewStatus", \.commitmentAutoRenewStatus),
        WireField("commitmentRenewalBillingPlanType", \.commitmentRenewalBillingPlanType),
        WireField("commitmentRenewalDate", \.commitmentRenewalDate),
        WireField("commitmentRenewalPrice", \.commitmentRenewalPrice),
    ]
}
