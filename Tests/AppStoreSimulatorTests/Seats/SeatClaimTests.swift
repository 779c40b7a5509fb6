import AppStore
import AppStoreSimulator
import Testing

/// Tests of the four operations on seats, with the real client.
@Suite struct SeatClaimTests {
    /// Returns the number of a refusal; `nil` when there is none.
    private static func refusal(_ call: () async throws -> Void) async -> Int64? {
        do {
            try await call()
            return nil
        } catch let error as AppStoreError {
            return error.number?.rawValue ?? -1
        } catch { return -2 }
    }

    @Test("A claim takes a seat, a repeated one does not, and an ended one gives it back under a new identifier")
    func claims() async throws {
        let world = try SeatShop.world()
        let client = try SeatShop.client(of: world)
        let id = try world.buySeats(2)
        let first = try await client.send(.claimSeat(of: id, as: "one"), to: .sandbox).seatClaimId
        let again = try await client.send(.claimSeat(of: id, as: "one"), to: .sandbox).seatClaimId
        #expect(first != nil && first == again)
        let bert = try world.buy(SeatShop.solo, by: world.customer("bert")).transactionId
        let copy = try #require(try world.transactionPayload(for: bert).appTransactionId)
        let second = try await client.send(.claimSeat(of: id, for: copy, as: "two"), to: .sandbox).seatClaimId
        let info = try await client.send(.seatInfo(of: id), to: .sandbox)
        #expect(info.totalSeatCount == 2 && info.availableSeatCount == 0)
        #expect(info.assignedSeatClaimIds == [first, second].compactMap { $0 })
        let full = await Self.refusal { _ = try await client.send(.claimSeat(of: id, as: "three"), to: .sandbox) }
        #expect(full == 4_009_002)
        let claim = try #require(first)
        try await client.send(.associateSeat(claim, of: id, with: copy), to: .sandbox)
        try await client.send(.unclaimSeat(claim, of: id), to: .sandbox)
        let third = try await client.send(.claimSeat(of: id, as: "four"), to: .sandbox).seatClaimId
        #expect(third != first)
        #expect(world.heard().last == "bert SUBSCRIBED/INITIAL_BUY", "Claims cause no notification.")
    }

    @Test("Requests that do not fit are refused with the simulator's numbers")
    func refused() async throws {
        let world = try SeatShop.world()
        let client = try SeatShop.client(of: world)
        let id = try world.buySeats(2)
        let crew = try world.buySeats(2, of: SeatShop.crew)
        let solo = try world.buy(SeatShop.solo, by: world.customer("bert")).transactionId
        for other in [crew, solo] {
            let codes = [
                await Self.refusal { _ = try await client.send(.claimSeat(of: other, as: "x"), to: .sandbox) },
                await Self.refusal { _ = try await client.send(.seatInfo(of: other), to: .sandbox) },
                await Self.refusal { try await client.send(.unclaimSeat("x", of: other), to: .sandbox) },
                await Self.refusal { try await client.send(.associateSeat("x", of: other, with: "1"), to: .sandbox) },
            ]
            #expect(codes == [4_009_001, 4_009_001, 4_009_001, 4_009_001])
        }
        let wrong = [
            await Self.refusal { _ = try await client.send(.claimSeat(of: id, for: "1", as: "x"), to: .sandbox) },
            await Self.refusal { _ = try await client.send(.claimSeat(of: id, as: ""), to: .sandbox) },
            await Self.refusal { _ = try await client.send(.claimSeat(of: "1", as: "x"), to: .sandbox) },
            await Self.refusal { try await client.send(.unclaimSeat("x", of: id), to: .sandbox) },
        ]
        #expect(wrong == [4_049_002, 4_000_011, 4_040_005, 4_049_001])
        let added = try world.buySeats(3)
        let notOriginal = await Self.refusal { _ = try await client.send(.seatInfo(of: added), to: .sandbox) }
        #expect(notOriginal == 4_040_005)
    }

    @Test("A subscription that has ended has no seat to claim")
    func ended() async throws {
        let world = try SeatShop.world()
        let client = try SeatShop.client(of: world)
        let id = try world.buySeats(2)
        _ = try await client.send(.claimSeat(of: id, as: "one"), to: .sandbox)
        try world.perform(.cancel(SeatShop.team, of: "anna"))
        try world.advance(by: .months(1))
        let info = try await client.send(.seatInfo(of: id), to: .sandbox)
        #expect(info.totalSeatCount == 0 && info.availableSeatCount == 0 && info.assignedSeatClaimIds?.count == 1)
        let refused = await Self.refusal { _ = try await client.send(.claimSeat(of: id, as: "two"), to: .sandbox) }
        #expect(refused == 4_009_002)
    }

    @Test("Production has none of the operations")
    func production() throws {
        let world = try SeatShop.world(profile: .production)
        let id = try world.buySeats(2)
        let token = try world.apiKey().bearerToken(bundleId: "com.example.shop", issuedAtSeconds: 1_790_000_000)
        for (method, rest) in [("POST", ""), ("GET", ""), ("DELETE", "/x"), ("POST", "/x/associate")] {
            let request = AppleAPIRequest(
                method,
                "/groups/v1/transactions/\(id)/seats\(rest)",
                headers: ["authorization": "Bearer \(token)"],
                body: Array(#"{"requestIdentifier":"x"}"#.utf8)
            )
            #expect(world.answer(request, wallClockSeconds: 1_790_000_000).status == 404, "\(method) \(rest)")
        }
    }

    @Test("A replay of the records repeats the claims that a server made")
    func replayed() async throws {
        let world = try SeatShop.world()
        let client = try SeatShop.client(of: world)
        let id = try world.buySeats(3)
        let claim = try await client.send(.claimSeat(of: id, as: "one"), to: .sandbox).seatClaimId
        _ = try await client.send(.claimSeat(of: id, as: "two"), to: .sandbox)
        try await client.send(.unclaimSeat(claim ?? "", of: id), to: .sandbox)
        let again = try SeatShop.world()
        try again.replay(world.records)
        let expected = try await client.send(.seatInfo(of: id), to: .sandbox)
        let info = try await SeatShop.client(of: again).send(.seatInfo(of: id), to: .sandbox)
        #expect(info == expected && info.assignedSeatClaimIds?.count == 1)
    }

    @Test(
        "After any purchases, refunds, reductions and renewals the seats are those of a naive count",
        arguments: 1...40
    )
    func counts(seed: UInt64) async throws {
        var chance = SeededGenerator(seed: seed, purpose: "seats")
        func number(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(chance.number(below: UInt64(range.count)))
        }
        let world = try SeatShop.world(seed: seed)
        let client = try SeatShop.client(of: world)
        let original = try world.buySeats(number(1...9))
        var left = [original: try world.countedSeats().seats]
        var next = left[original] ?? 0
        for _ in 0..<25 {
            let total = left.values.reduce(0, +)
            switch number(0...3) {
            case 0 where total < 40:
                let count = total + number(1...5)
                left[try world.buySeats(count)] = count - total
                next = count
            case 1 where total > 1:
                let id = try #require(left.filter { $0.value > 0 }.keys.sorted().first)
                let count = min(number(1...3), left[id] ?? 0, total - 1)
                try world.perform(.refund(id, seats: count))
                left[id, default: 0] -= count
                next = min(next, total - count)
            case 2:
                let count = number(1...total)
                guard count != next else { continue }
                try world.perform(.changeSeats(of: SeatShop.team, to: count, by: "anna"))
                next = count
            case 3:
                // A month from the 28th of February on would end before the period, which began on the 31st.
                try world.advance(by: .days(31))
                let renewed = try #require(world.transactions(of: WorldCustomer(name: "anna")).last)
                left = [renewed.transactionId: next]
            default: continue
            }
            let info = try await client.send(.seatInfo(of: original), to: .sandbox)
            let naive = left.values.reduce(0, +)
            #expect(info.totalSeatCount == Int32(naive), "seed \(seed)")
            #expect(try world.countedSeats().seats == naive, "seed \(seed)")
        }
    }
}
