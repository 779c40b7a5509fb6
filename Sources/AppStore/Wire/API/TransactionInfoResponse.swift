/// The answer to Get Transaction Info.
public struct TransactionInfoResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<TransactionInfoResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo)
    ]
}
