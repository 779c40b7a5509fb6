/// The body with which Apple asks for a retention message.
public struct RealtimeRequestBody: WireObject {
    /// The request, signed.
    public var signedPayload: SignedData?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(signedPayload: SignedData, unknownFields: [JSONMember] = []) {
        self.signedPayload = signedPayload
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<RealtimeRequestBody> = [
        WireField("signedPayload", \.signedPayload)
    ]
}
