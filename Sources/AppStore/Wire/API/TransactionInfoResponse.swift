/// The answer to Get Transaction Info.
public struct TransactionInfoResponse: WireObject {
    /// The transaction, signed.
    public var signedTransactionInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(signedTransactionInfo: SignedData? = nil, unknownFields: [JSONMember] = []) {
        self.signedTransactionInfo = signedTransactionInfo
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<TransactionInfoResponse> = [
        WireField("signedTransactionInfo", \.signedTransactionInfo)
    ]
}
