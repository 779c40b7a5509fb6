import AppStore
import AppStoreSimulator
import Testing

/// Tests of groups whose members Apple invites, and of organizations.
@Suite struct SeatMemberTests {
    private static func group(of world: World, seats: Int, _ members: [String]) throws -> String {
        let id = try world.buySeats(seats, of: SeatShop.crew)
        for member in members { try world.perform(.joinGroup(of: id, member)) }
        return id
    }

    @Test("A member's transaction repeats the purchaser's numbers, which count once")
    func member() throws {
        let world = try SeatShop.world()
        let id = try Self.group(of: world, seats: 3, ["bert"])
        let sent = world.drainOutbox()
        #expect(sent.map { "\($0.customer?.name ?? "-") \($0.name)" }.last == "bert SUBSCRIBED/INITIAL_BUY")
        let payload = try #require(sent.last?.transactionPayload)
        #expect(payload.inAppOwnershipType == .assigned && payload.transactionId != id)
        #expect(payload.originalTransactionId == payload.transactionId)
        #expect(payload.quantity == 3 && payload.price == 10_000)
        #expect(payload.multiSeatInfo?.priceTiers?.map(\.quantity) == [3])
        #expect(sent.last?.renewalInfoPayload?.renewalQuantity == nil)
        #expect(try world.countedSeats().seats == 3)
        #expect(try world.countedSeats(of: "bert").seats == 0)
        #expect(world.subscriptions(of: WorldCustomer(name: "bert")).map(\.isFamilyShared) == [false])
    }

    @Test("A member who leaves loses access, and can join again")
    func leaves() throws {
        let world = try SeatShop.world()
        let id = try Self.group(of: world, seats: 1, ["bert"])
        #expect(throws: WorldError.noAvailableSeats) { try world.perform(.joinGroup(of: id, "carl")) }
        #expect(throws: WorldError.noGroup) { try world.perform(.joinGroup(of: id, "anna")) }
        #expect(throws: WorldError.noGroup) { try world.perform(.joinGroup(of: id, "bert")) }
        _ = world.drainOutbox()
        try world.perform(.leaveGroup(of: id, "bert"))
        let left = try #require(world.drainOutbox().first)
        #expect(left.line == "REVOKE/- 5" && left.transactionPayload?.revocationType == .assignmentRevoke)
        #expect(throws: WorldError.noGroup) { try world.perform(.leaveGroup(of: id, "bert")) }
        try world.perform(.joinGroup(of: id, "carl"))
        try world.perform(.leaveGroup(of: id, "carl"))
        try world.perform(.joinGroup(of: id, "bert"))
        #expect(
            world.heard() == ["carl SUBSCRIBED/INITIAL_BUY", "carl REVOKE/-", "bert SUBSCRIBED/RESUBSCRIBE"]
        )
    }

    @Test(
        "A renewal renews the members, besides those for whom it has no seat",
        arguments: [
            WorldProfile.xcodeRealTime, .production,
        ]
    )
    func renewal(profile: WorldProfile) throws {
        let world = try SeatShop.world(profile: profile)
        _ = try Self.group(of: world, seats: 3, ["bert", "carl", "dora"])
        try world.perform(.changeSeats(of: SeatShop.crew, to: 2, by: "anna"))
        _ = world.drainOutbox()
        try world.advance(by: .months(1))
        #expect(
            world.heard() == ["anna DID_RENEW/-", "bert DID_RENEW/-", "carl DID_RENEW/-", "dora EXPIRED/VOLUNTARY"]
        )
        let access = ["bert", "carl", "dora"].map { name in
            world.subscriptions(of: WorldCustomer(name: name)).contains(where: \.givesAccess)
        }
        #expect(access == [true, true, false])
    }

    @Test("A refund takes the latest members for whom no seat is left, and a whole refund all")
    func refund() throws {
        let world = try SeatShop.world(profile: .production)
        let id = try Self.group(of: world, seats: 3, ["bert", "carl", "dora"])
        _ = world.drainOutbox()
        try world.perform(.refund(id, seats: 1))
        #expect(world.heard() == ["anna REFUND/SEATS", "dora REVOKE/-"])
        try world.perform(.refund(id))
        #expect(world.heard() == ["anna REFUND/-", "bert REVOKE/-", "carl REVOKE/-"])
    }

    @Test("Members keep access while added seats are left, and lose it with the last of them")
    func parallel() throws {
        let world = try SeatShop.world(profile: .production)
        let id = try Self.group(of: world, seats: 2, ["bert"])
        let added = try world.buySeats(3, of: SeatShop.crew)
        _ = world.drainOutbox()
        try world.perform(.refund(id))
        #expect(world.heard() == ["anna REFUND/-"])
        try world.perform(.refund(added))
        #expect(world.heard() == ["anna REFUND/-", "bert REVOKE/-"])
    }

    @Test("The end of the purchaser's family sharing does not end a seat")
    func family() throws {
        let world = try SeatShop.world()
        for name in ["anna", "dad"] { try world.perform(.joinFamily("f", name)) }
        _ = try Self.group(of: world, seats: 2, ["bert"])
        _ = world.drainOutbox()
        try world.perform(.leaveFamily("anna"))
        #expect(world.heard().isEmpty)
    }

    @Test("Get Customer Groups and Get Group Members show groups and organizations")
    func groups() async throws {
        let world = try SeatShop.world()
        let client = try SeatShop.client(of: world)
        let id = try Self.group(of: world, seats: 3, ["bert", "carl"])
        let bert = try #require(world.transactions(of: WorldCustomer(name: "bert")).first?.transactionId)
        let purchaser = try #require(try await client.send(.customerGroups(of: id), to: .sandbox).groups?.first)
        let member = try #require(try await client.send(.customerGroups(of: bert), to: .sandbox).groups?.first)
        #expect(member.groupId == purchaser.groupId && member.groupType == .consumer && member.roles == nil)
        let group = try #require(member.groupId)
        var members: [String] = []
        var token: String?
        repeat {
            let page = try await client.send(
                .groupMembers(of: group, limit: 2, after: token),
                to: .sandbox
            )
            members += (page.members ?? []).compactMap(\.appTransactionId)
            token = page.hasMore == true ? page.paginationToken : nil
        } while token != nil
        let copies = try ["anna", "bert", "carl"].compactMap { name in
            let first = world.transactions(of: WorldCustomer(name: name)).first
            return try first.flatMap { try world.transactionPayload(for: $0.transactionId).appTransactionId }
        }
        #expect(members == copies && copies.count == 3)

        let acme = try world.perform(.buySeats(2, of: SeatShop.team, by: "acme", isOrganization: true)).purchases[0]
        try world.perform(.joinGroup(of: acme.transactionId, "bert"))
        let entries = try await client.send(.customerGroups(of: bert), to: .sandbox).groups ?? []
        let organization = try #require(entries.first { $0.groupType == .organization })
        #expect(entries.count == 2 && organization.roles?.map(\.role) == [.seatOnly])
        let assigned = try await client.send(.groupMembers(of: organization.groupId ?? ""), to: .sandbox).members
        #expect(assigned?.map(\.appTransactionId) == [copies[1]])
    }
}
