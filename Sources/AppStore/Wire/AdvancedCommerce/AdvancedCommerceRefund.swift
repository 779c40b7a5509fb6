/// One refund of an Advanced Commerce item.
public struct AdvancedCommerceRefund: WireObject {
    /// The amount, in thousandths of the transaction's currency.
    public var refundAmount: Int64?
    /// When it was refunded.
    public var refundDate: Timestamp?
    /// Why it was refunded.
    public var refundReason: AdvancedCommerceRefundReason?
    /// How much was refunded.
    public var refundType: AdvancedCommerceRefundType?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(
        refundAmount: Int64? = nil,
        refundDate: Timestamp? = nil,
        refundReason: AdvancedCommerceRefundReason? = nil,
        refundType: AdvancedCommerceRefundType? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.refundAmount = refundAmount
        self.refundDate = refundDate
        self.refundReason = refundReason
        self.refundType = refundType
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRefund> = [
        WireField("refundAmount", \.refundAmount),
        WireField("refundDate", \.refundDate),
        WireField("refundReason", \.refundReason),
        WireField("refundType", \.refundType),
    ]
}
