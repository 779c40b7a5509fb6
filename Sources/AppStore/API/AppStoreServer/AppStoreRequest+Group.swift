extension AppStoreRequest where Answer == GetCustomerGroupsResponse {
    /// Get Customer Groups, App Store Server API 1.22: the groups a customer belongs to.
    ///
    /// Sandbox only.
    public static func customerGroups(of anyTransactionID: String) -> Self {
        Self(.getCustomerGroups, "GET", ["groups", "v1", "currentGroups", anyTransactionID]) { $0.groups != nil }
    }
}

extension AppStoreRequest where Answer == GetGroupMembersResponse {
    /// Get Group Members, App Store Server API 1.22: a page of the members of a group.
    ///
    /// Sandbox only.
    ///
    /// - Parameters:
    ///   - groupID: The group.
    ///   - limit: How many to a page; held within the 1 to 100 that Apple accepts.
    ///   - paginationToken: What the page before said; nil for the first page.
    /// - Returns: The request.
    public static func groupMembers(of groupID: String, limit: Int = 100, after paginationToken: String? = nil) -> Self
    {
        Self(
            .getGroupMembers,
            "GET",
            ["groups", "v1", "group", groupID],
            query: [(name: "limit", value: String(min(max(limit, 1), 100)))]
                + (paginationToken.map { [(name: "paginationToken", value: $0)] } ?? [])
        ) { $0.members != nil && ($0.hasMore != true || $0.paginationToken != nil) }
    }
}

/// The answer to Get Customer Groups (API 1.22).
public struct GetCustomerGroupsResponse: WireObject {
    /// The groups of the customer.
    public var groups: [GroupEntry]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<GetCustomerGroupsResponse> = [
        WireField("groups", \.groups)
    ]
}

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

/// How a group of customers came about (API 1.22).
public struct CustomerGroupType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Volume purchasing through Apple Business Manager or Apple School Manager.
    public static let organization = CustomerGroupType(rawValue: "ORGANIZATION")
    /// A group purchase by a subscriber.
    public static let consumer = CustomerGroupType(rawValue: "CONSUMER")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [CustomerGroupType] = [.organization, .consumer]
}

/// What a customer may do in a group, for one product (API 1.22).
public struct RoleEntry: WireObject {
    /// The product.
    public var productId: String?
    /// The role.
    public var role: CustomerGroupRole?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RoleEntry> = [
        WireField("productId", \.productId),
        WireField("role", \.role),
    ]
}

/// What a customer may do in a group, for one product (API 1.22).
public struct CustomerGroupRole: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing but use the seat.
    public static let seatOnly = CustomerGroupRole(rawValue: "NONE")
    /// Administer the group.
    public static let admin = CustomerGroupRole(rawValue: "ADMIN")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [CustomerGroupRole] = [.seatOnly, .admin]
}

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
