/// One uploaded message.
public struct GetMessageListResponseItem: WireObject {
    /// The message's id, a UUID.
    public var messageIdentifier: String?
    /// Where its review stands.
    public var messageState: MessageState?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetMessageListResponseItem> = [
        WireField("messageIdentifier", \.messageIdentifier),
        WireField("messageState", \.messageState),
    ]
}
