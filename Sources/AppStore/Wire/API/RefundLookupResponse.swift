/// The answer to Get Refund History, version 1.
public struct RefundLookupResponse: WireObject {
    /// Up to 50 refunded transactions, signed.
    public var signedTransactions: [SignedData]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(signedTransactions: [SignedData]? = nil, unknownFields: [JSONMember] = []) {
        self.signedTransactions = signedTransactions
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<RefundLookupResponse> = [
        WireField("signedTransactions", \.signedTransactions)
    ]
}
