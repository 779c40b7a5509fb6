/// The answer to Get Refund History, version 1.
public struct RefundLookupResponse: WireObject {
    /// Up to 50 refunded transactions, signed.
    public var signedTransactions: [SignedData]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RefundLookupResponse> = [
        WireField("signedTransactions", \.signedTransactions)
    ]
}
