import AppStore

extension WorldState {
    /// The group of a tester who belongs to no other group; the tester is its only member, as in Apple's sandbox.
    private static let sampleGroup = "900000000000000000"
    private static let sampleMember = "700000000000000000"
    private static let longestPage = 100

    /// Performs Get Customer Groups, in the sandbox only.
    func groups(of id: String, app: Int) throws(AppleAPIError) -> AppleAPIResponse {
        guard self.apps[app].environment == .sandbox else { return AppleAPIResponse(status: 404) }
        _ = try self.customer(ofAny: id, app: app)
        let products = self.catalogs[app].products.filter { $0.group != nil }.prefix(2)
        let roles = zip(products, [CustomerGroupRole.admin, .seatOnly]).map { product, role in
            RoleEntry.with {
                $0.productId = product.id
                $0.role = role
            }
        }
        let group = GroupEntry.with {
            $0.groupId = Self.sampleGroup
            $0.groupType = .organization
            $0.roles = roles
        }
        return AppleAPIResponse(json: GetCustomerGroupsResponse.with { $0.groups = [group] }.json())
    }

    /// Performs Get Group Members, in the sandbox only.
    func groupMembers(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        guard self.apps[app].environment == .sandbox else { return AppleAPIResponse(status: 404) }
        guard UInt64(id) != nil else { throw .groupId }
        if let limit = request.parameter("limit") {
            guard let number = Int(limit), (1...Self.longestPage).contains(number) else { throw .limit }
        }
        // One member fits on one page.
        guard request.parameter("paginationToken") == nil else { throw .paginationToken }
        guard id == Self.sampleGroup else { throw .groupNotFound }
        let member = GroupMemberEntry.with { $0.appTransactionId = Self.sampleMember }
        return AppleAPIResponse(
            json: GetGroupMembersResponse.with {
                $0.members = [member]
                $0.hasMore = false
            }.json()
        )
    }
}
