/// One page of the answer to Get Group Members (API 1.22).
public struct GetGroupMembersResponse: WireObject {
    /// The members.
    public var members: [GroupMemberEntry]?
    /// Whether there is another page.
    public var hasMore: Bool?
    /// The token that asks for the next page.
    public var paginationToken: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetGroupMembersResponse> = [
        WireField("members", \.members),
        WireField("hasMore", \.hasMore),
        WireField("paginationToken", \.paginationToken),
    ]
}
