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
