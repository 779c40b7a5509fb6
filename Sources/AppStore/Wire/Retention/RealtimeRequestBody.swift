/// The body with which Apple asks for a retention message.
public struct RealtimeRequestBody: WireObject {
    /// The request, signed.
    public var signedPayload: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RealtimeRequestBody> = [
        WireField("signedPayload", \.signedPayload)
    ]
}
