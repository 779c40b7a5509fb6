/// One member of a group of customers (API 1.22).
public struct GroupMemberEntry: WireObject {
    /// The id of the member's download of the app.
    public var appTransactionId: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(appTransactionId: String? = nil, unknownFields: [JSONMember] = []) {
        self.appTransactionId = appTransactionId
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<GroupMemberEntry> = [
        WireField("appTransactionId", \.appTransactionId)
    ]
}
