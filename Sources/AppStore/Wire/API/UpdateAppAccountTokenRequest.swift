/// The body of Set App Account Token.
public struct UpdateAppAccountTokenRequest: WireObject {
    /// The token, a UUID.
    public var appAccountToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<UpdateAppAccountTokenRequest> = [
        WireField("appAccountToken", \.appAccountToken)
    ]
}
