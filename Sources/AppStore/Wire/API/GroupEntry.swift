/// One group of customers (API 1.22).
public struct GroupEntry: WireObject {
    /// The group's id.
    public var groupId: String?
    /// How the group came about.
    public var groupType: CustomerGroupType?
    /// The customer's roles, in groups of organizations only.
    public var roles: [RoleEntry]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GroupEntry> = [
        WireField("groupId", \.groupId),
        WireField("groupType", \.groupType),
        WireField("roles", \.roles),
    ]
}
