/// The answer to Get Default Message.
public struct DefaultConfigurationResponse: WireObject {
    /// The message's id, a UUID.
    public var messageIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(messageIdentifier: String? = nil, unknownFields: [JSONMember] = []) {
        self.messageIdentifier = messageIdentifier
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<DefaultConfigurationResponse> = [
        WireField("messageIdentifier", \.messageIdentifier)
    ]
}
