import AppStore
import AppStoreSimulator
import Testing

/// Tests of random lives of one group beside a naive count of its seats.
@Suite struct SeatLifeTests {
    /// The seats of a group, counted without prices, periods and notifications.
    private struct Count {
        /// The transactions of the period, each with its seats that are not refunded.
        var transactions: [(id: String, seats: Int)]
        /// The seats of the next renewal.
        var next: Int
        /// The claims, in their order.
        var claims: [String] = []

        var seats: Int { self.transactions.reduce(0) { $0 + $1.seats } }
    }

    @Test("The store has the seats and the claims of a naive count, whatever happens to a group", arguments: 1...200)
    func lives(seed: UInt64) async throws {
        var chance = SeededGenerator(seed: seed, purpose: "group")
        func number(_ range: ClosedRange<Int>) -> Int {
            range.lowerBound + Int(chance.number(below: UInt64(range.count)))
        }
        let world = try SeatShop.world(seed: seed)
        let client = try SeatShop.client(of: world)
        let first = number(1...10)
        let original = try world.buySeats(first)
        var count = Count(transactions: [(original, first)], next: first)
        for step in 0..<40 where count.seats > 0 {
            switch number(0...7) {
            case 0:
                let added = number(1...4)
                let id = try world.buySeats(count.seats + added)
                count.transactions.append((id, added))
                count.next = count.seats
            case 1:
                let next = number(1...count.seats)
                guard next != count.next else { continue }
                try world.perform(.changeSeats(of: SeatShop.team, to: next, by: "anna"))
                count.next = next
            case 2:
                let valid = count.transactions.indices.filter { count.transactions[$0].seats > 0 }
                let index = valid[number(0...valid.count - 1)]
                // Mostly one seat, so that lives are long.
                let refunded = number(0...3) == 0 ? count.transactions[index].seats : 1
                try world.act(.refund) {
                    $0.transaction = count.transactions[index].id
                    $0.seats = refunded
                }
                count.transactions[index].seats -= refunded
                count.next = min(count.next, count.seats)
                count.claims = Array(count.claims.prefix(count.seats))
            case 3:
                try world.act(.renewNow, "anna", SeatShop.team)
                let renewal = try #require(world.transactions(of: WorldCustomer(name: "anna")).last)
                count.transactions = [(renewal.transactionId, count.next)]
            case 4...6:
                let claim = try? world.perform(.claimSeat(of: original, request: "\(seed).\(step)")).identifier
                #expect((claim != nil) == (count.claims.count < count.seats), "seed \(seed), step \(step)")
                if let claim { count.claims.append(claim) }
            default:
                guard !count.claims.isEmpty else { continue }
                let claim = count.claims.remove(at: number(0...count.claims.count - 1))
                try world.perform(.unclaimSeat(claim, of: original))
            }
            let moment = "seed \(seed), step \(step)"
            let info = try await client.send(.seatInfo(of: original), to: .sandbox)
            #expect(info.totalSeatCount == Int32(count.seats), "\(moment)")
            #expect(info.assignedSeatClaimIds == count.claims, "\(moment)")
            #expect(info.availableSeatCount == Int32(max(count.seats - count.claims.count, 0)), "\(moment)")
            #expect(try world.countedSeats().seats == count.seats, "\(moment)")
        }
    }
}
