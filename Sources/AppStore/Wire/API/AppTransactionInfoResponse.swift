/// The answer to Get App Transaction Info.
public struct AppTransactionInfoResponse: WireObject {
    /// The app transaction, signed.
    public var signedAppTransactionInfo: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<AppTransactionInfoResponse> = [
        WireField("signedAppTransactionInfo", \.signedAppTransactionInfo)
    ]
}
