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

    /// An object with these fields; what is left out is absent.
    public init(
        commitmentAutoRenewProductId: String? = nil,
        commitmentAutoRenewStatus: AutoRenewStatus? = nil,
        commitmentRenewalBillingPlanType: BillingPlanType? = nil,
        commitmentRenewalDate: Timestamp? = nil,
        commitmentRenewalPrice: Int64? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.commitmentAutoRenewProductId = commitmentAutoRenewProductId
        self.commitmentAutoRenewStatus = commitmentAutoRenewStatus
        self.commitmentRenewalBillingPlanType = commitmentRenewalBillingPlanType
        self.commitmentRenewalDate = commitmentRenewalDate
        self.commitmentRenewalPrice = commitmentRenewalPrice
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<RenewalCommitmentInfo> = [
        WireField("commitmentAutoRenewProductId", \.commitmentAutoRenewProductId),
        WireField("commitmentAutoRenewStatus", \.commitmentAutoRenewStatus),
        WireField("commitmentRenewalBillingPlanType", \.commitmentRenewalBillingPlanType),
        WireField("commitmentRenewalDate", \.commitmentRenewalDate),
        WireField("commitmentRenewalPrice", \.commitmentRenewalPrice),
    ]
}
