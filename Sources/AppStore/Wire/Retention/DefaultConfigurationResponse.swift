/// The answer to Get Default Message.
public struct DefaultConfigurationResponse: WireObject {
    /// The message's id, a UUID.
    public var messageIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<DefaultConfigurationResponse> = [
        WireField("messageIdentifier", \.messageIdentifier)
    ]
}
