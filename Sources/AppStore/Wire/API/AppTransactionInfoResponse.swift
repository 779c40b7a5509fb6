/// The answer to Get App Transaction Info.
public struct AppTransactionInfoResponse: WireObject {
    /// The app transaction, signed.
    public var signedAppTransactionInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(signedAppTransactionInfo: SignedData? = nil, unknownFields: [JSONMember] = []) {
        self.signedAppTransactionInfo = signedAppTransactionInfo
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<AppTransactionInfoResponse> = [
        WireField("signedAppTransactionInfo", \.signedAppTransactionInfo)
    ]
}
