/// One page of the answer to Get Refund History, version 2.
public struct RefundHistoryResponse: WireObject {
    /// Up to 20 refunded transactions, signed, the earliest refund first.
    public var signedTransactions: [SignedData]?
    /// The token that asks for the next page, or later for what has changed.
    public var revision: String?
    /// Whether there is another page.
    public var hasMore: Bool?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RefundHistoryResponse> = [
        WireField("signedTransactions", \.signedTransactions),
        WireField("revision", \.revision),
        WireField("hasMore", \.hasMore),
    ]
}
