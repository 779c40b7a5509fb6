/// The answer to Get Message List.
public struct GetMessageListResponse: WireObject {
    /// The messages.
    public var messageIdentifiers: [GetMessageListResponseItem]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetMessageListResponse> = [
        WireField("messageIdentifiers", \.messageIdentifiers)
    ]
}
