/// The body of Configure Default Message.
public struct DefaultConfigurationRequest: WireObject {
    /// The message's id, a UUID.
    public var messageIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<DefaultConfigurationRequest> = [
        WireField("messageIdentifier", \.messageIdentifier)
    ]
}
