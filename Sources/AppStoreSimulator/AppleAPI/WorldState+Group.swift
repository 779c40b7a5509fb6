import AppStore

extension WorldState {
    /// The group that a tester is in who is in no other, and its only member, as Apple's sandbox has them.
    private static let sampleGroup = "900000000000000000"
    private static let sampleMember = "700000000000000000"
    private static let longestPage = 100

    /// Get Customer Groups, in the sandbox only.
    func groups(of id: String, app: Int) throws(AppleAPIFault) -> AppleAPIResponse {
        guard self.apps[app].environment == .sandbox else { return AppleAPIResponse(status: 404) }
        _ = try self.customer(ofAny: id, app: app)
        let products = self.catalogues[app].products.filter { $0.group != nil }.prefix(2)
        let roles = zip(products, [CustomerGroupRole.admin, .none]).map { product, role in
            RoleEntry(productId: product.id, role: role)
        }
        let group = GroupEntry(groupId: Self.sampleGroup, groupType: .organization, roles: roles)
        return AppleAPIResponse(json: GetCustomerGroupsResponse(groups: [group]).json())
    }

    /// Get Group Members, in the sandbox only.
    func groupMembers(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIFault) -> AppleAPIResponse {
        guard self.apps[app].environment == .sandbox else { return AppleAPIResponse(status: 404) }
        guard UInt64(id) != nil else { throw .groupId }
        if let limit = request.parameter("limit") {
            guard let number = Int(limit), (1...Self.longestPage).contains(number) else { throw .limit }
        }
        // One member never needs a second page.
        guard request.parameter("paginationToken") == nil else { throw .paginationToken }
        guard id == Self.sampleGroup else { throw .groupNotFound }
        let member = GroupMemberEntry(appTransactionId: Self.sampleMember)
        return AppleAPIResponse(json: GetGroupMembersResponse(members: [member], hasMore: false).json())
    }
}
