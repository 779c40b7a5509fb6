extension AppStoreRequest where Response == GetCustomerGroupsResponse {
    /// Returns the groups that a customer belongs to (Get Customer Groups, App Store Server API 1.22).
    ///
    /// Apple offers it in the Sandbox only.
    public static func customerGroups(of anyTransactionID: String) -> Self {
        Self(.getCustomerGroups, "GET", ["groups", "v1", "currentGroups", anyTransactionID]) { $0.groups != nil }
    }
}

extension AppStoreRequest where Response == GetGroupMembersResponse {
    /// Returns a page of the members of a group (Get Group Members, App Store Server API 1.22).
    ///
    /// Apple offers it in the Sandbox only.
    ///
    /// - Parameters:
    ///   - groupID: The group identifier.
    ///   - limit: The number of members on a page, clamped to the 1 to 100 that Apple accepts.
    ///   - paginationToken: The token of the previous page; `nil` for the first page.
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

/// The response to Get Customer Groups (API 1.22).
public struct GetCustomerGroupsResponse: WireObject {
    /// The groups that the customer belongs to.
    public var groups: [GroupEntry]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GetCustomerGroupsResponse> = [
        WireField("groups", \.groups)
    ]
}

/// A group of customers (API 1.22).
public struct GroupEntry: WireObject {
    /// The group identifier.
    public var groupId: String?
    /// The origin of the group.
    public var groupType: CustomerGroupType?
    /// The customer's roles; only groups of organizations have them.
    public var roles: [RoleEntry]?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GroupEntry> = [
        WireField("groupId", \.groupId),
        WireField("groupType", \.groupType),
        WireField("roles", \.roles),
    ]
}

/// The origin of a group of customers (API 1.22).
public struct CustomerGroupType: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An organization bought the seats with volume purchasing in Apple Business Manager or Apple School Manager.
    public static let organization = CustomerGroupType(rawValue: "ORGANIZATION")
    /// A subscriber made a group purchase.
    public static let consumer = CustomerGroupType(rawValue: "CONSUMER")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [CustomerGroupType] = [.organization, .consumer]
}

/// The role of a customer in a group for one product (API 1.22).
public struct RoleEntry: WireObject {
    /// The product identifier.
    public var productId: String?
    /// The role.
    public var role: CustomerGroupRole?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<RoleEntry> = [
        WireField("productId", \.productId),
        WireField("role", \.role),
    ]
}

/// A kind of role of a customer in a group (API 1.22).
public struct CustomerGroupRole: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// Creates a value, whether or not this version knows it.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A member who only uses a seat.
    public static let seatOnly = CustomerGroupRole(rawValue: "NONE")
    /// A member who administers the group.
    public static let admin = CustomerGroupRole(rawValue: "ADMIN")

    /// The values that this version knows, in the order of Apple's documentation.
    public static let allKnown: [CustomerGroupRole] = [.seatOnly, .admin]
}

/// A page of the response to Get Group Members (API 1.22).
public struct GetGroupMembersResponse: WireObject {
    /// The members.
    public var members: [GroupMemberEntry]?
    /// Whether there is a next page.
    public var hasMore: Bool?
    /// The token for requesting the next page.
    public var paginationToken: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GetGroupMembersResponse> = [
        WireField("members", \.members),
        WireField("hasMore", \.hasMore),
        WireField("paginationToken", \.paginationToken),
    ]
}

/// A member of a group of customers (API 1.22).
public struct GroupMemberEntry: WireObject {
    /// The app transaction identifier of the member.
    public var appTransactionId: String?
    /// The members that this version does not know, in the order of the JSON text.
    public var unknownFields: [JSONMember] = []

    /// Creates an object without any field.
    public init() {}

    /// The known fields, in the order of Apple's documentation.
    public static let fields: WireFields<GroupMemberEntry> = [
        WireField("appTransactionId", \.appTransactionId)
    ]
}
