/// One member of a group of customers (API 1.22).
public struct GroupMemberEntry: WireObject {
    /// The id of the member's download of the app.
    public var appTransactionId: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GroupMemberEntry> = [
        WireField("appTransactionId", \.appTransactionId)
    ]
}
