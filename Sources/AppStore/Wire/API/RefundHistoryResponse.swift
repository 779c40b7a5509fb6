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

    /// An object with these fields; what is left out is absent.
    public init(
        signedTransactions: [SignedData]? = nil,
        revision: String? = nil,
        hasMore: Bool? = nil,
        unknownFields: [JSONMember] = []
    ) {
        self.signedTransactions = signedTransactions
        self.revision = revision
        self.hasMore = hasMore
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<RefundHistoryResponse> = [
        WireField("signedTransactions", \.signedTransactions),
        WireField("revision", \.revision),
        WireField("hasMore", \.hasMore),
    ]
}
