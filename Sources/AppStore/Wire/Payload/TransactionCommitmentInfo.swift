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
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<TransactionCommitmentInfo> = [
        WireField("billingPeriodNumber", \.billingPeriodNumber),
        WireField("commitmentExpiresDate", \.commitmentExpiresDate),
        WireField("commitmentPrice", \.commitmentPrice),
        WireField("totalBillingPeriods", \.totalBillingPeriods),
    ]
}
