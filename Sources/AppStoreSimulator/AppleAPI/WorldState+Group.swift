import AppStore

extension WorldState {
    /// The group of a tester who belongs to no other group; the tester is its only member, as in Apple's sandbox.
    private static let sampleGroup = "900000000000000000"
    private static let sampleMember = "700000000000000000"
    private static let longestPage = 100

    /// Performs Get Customer Groups, in the sandbox only: the groups whose members Apple invites, and organizations.
    func groups(of id: String, app: Int) throws(AppleAPIError) -> AppleAPIResponse {
        guard self.apps[app].environment == .sandbox else { return AppleAPIResponse(status: 404) }
        let customer = try self.customer(ofAny: id, app: app)
        let own = self.customers[customer].subscriptions.filter { self.subscriptions[$0].app == app }
            .compactMap { self.entry(ofGroupWith: $0) }
        let groups = own.isEmpty ? [self.sampleGroup(of: app)] : own
        return AppleAPIResponse(json: GetCustomerGroupsResponse.with { $0.groups = groups }.json())
    }

    /// Performs Get Group Members, in the sandbox only.
    func groupMembers(
        of id: String,
        _ request: AppleAPIRequest,
        app: Int
    ) throws(AppleAPIError) -> AppleAPIResponse {
        guard self.apps[app].environment == .sandbox else { return AppleAPIResponse(status: 404) }
        guard let number = UInt64(id) else { throw .groupId }
        var limit = Self.longestPage
        if let text = request.parameter("limit") {
            guard let number = Int(text), (1...Self.longestPage).contains(number) else { throw .limit }
            limit = number
        }
        let question = "members \(app) \(id)"
        var first = 0
        if let text = request.parameter("paginationToken") {
            guard let token = PageToken(text, for: question, key: self.seed), token.position.count == 1 else {
                throw .paginationToken
            }
            first = Int(token.position[0])
        }
        var members = [Self.sampleMember]
        if id != Self.sampleGroup {
            guard
                let index = self.subscriptions.firstIndex(where: {
                    $0.app == app && $0.group?.number == number && $0.group?.invitations == .apple
                })
            else { throw .groupNotFound }
            members = self.members(ofGroup: index)
        }
        let page = members.dropFirst(first).prefix(limit)
        let next = first + page.count
        let hasMore = next < members.count
        let token = hasMore ? PageToken(position: [Int64(next)]).text(for: question, key: self.seed) : nil
        return AppleAPIResponse(
            json: GetGroupMembersResponse.with {
                $0.members = page.map { id in GroupMemberEntry.with { $0.appTransactionId = id } }
                $0.hasMore = hasMore
                $0.paginationToken = token
            }.json()
        )
    }

    /// Returns the group of a subscription, of its purchaser or a member; `nil` where Apple does not invite the members.
    private func entry(ofGroupWith index: Int) -> GroupEntry? {
        let source = self.subscriptions[index].source
        let purchased = self.subscriptions[source ?? index]
        guard let group = purchased.group, group.invitations == .apple, !purchased.renewal.isOver,
            source == nil ? purchased.renewal.seats != nil : group.members.contains(index) && self.isMember(index)
        else { return nil }
        let role = RoleEntry.with {
            $0.productId = self.product(of: purchased).id
            $0.role = source == nil ? .admin : .seatOnly
        }
        return GroupEntry.with {
            $0.groupId = String(group.number)
            $0.groupType = group.isOrganization ? .organization : .consumer
            $0.roles = group.isOrganization ? [role] : nil
        }
    }

    /// Returns the app transaction identifiers of a group's members: the purchaser, except an organization, and those
    /// who joined.
    private func members(ofGroup index: Int) -> [String] {
        let subscription = self.subscriptions[index]
        guard let group = subscription.group, !subscription.renewal.isOver else { return [] }
        let customers =
            (group.isOrganization ? [] : [subscription.customer])
            + group.members.filter { self.isMember($0) }.map { self.subscriptions[$0].customer }
        return customers.compactMap { self.customers[$0].appTransactionNumbers[subscription.app].map { String($0) } }
    }

    private func sampleGroup(of app: Int) -> GroupEntry {
        let products = self.catalogs[app].products.filter { $0.group != nil }.prefix(2)
        let roles = zip(products, [CustomerGroupRole.admin, .seatOnly]).map { product, role in
            RoleEntry.with {
                $0.productId = product.id
                $0.role = role
            }
        }
        return GroupEntry.with {
            $0.groupId = Self.sampleGroup
            $0.groupType = .organization
            $0.roles = roles
        }
    }
}
