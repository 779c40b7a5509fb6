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

    /// The fields, in Apple's order.
    public static let fields: WireFields<AdvancedCommerceRefund> = [
        WireField("refundAmount", \.refundAmount),
        WireField("refundDate", \.refundDate),
        WireField("refundReason", \.refundReason),
        WireField("refundType", \.refundType),
    ]
}
