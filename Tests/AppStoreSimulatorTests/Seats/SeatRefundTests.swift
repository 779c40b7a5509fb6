import AppStore
import AppStoreSimulator
import Testing

@Suite struct SeatRefundTests {
    @Test("A refund of seats leaves the transaction valid until its last seat")
    func some() throws {
        let world = try SeatShop.world(profile: .production)
        let id = try world.buySeats(10)
        _ = world.drainOutbox()
        try world.perform(.refund(id, seats: 2))
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["REFUND/SEATS 1"])
        let payload = try #require(sent.first?.transactionPayload)
        #expect(payload.quantity == 10 && payload.multiSeatInfo?.revokedSeatQuantity == 2)
        #expect(payload.revocationDate == nil && payload.revocationType == nil && payload.revocationReason == nil)
        #expect(sent.first?.renewalInfoPayload?.renewalQuantity == 8)
        #expect(try world.countedSeats().seats == 8)
        try world.perform(.refund(id, seats: 8))
        let last = try #require(world.drainOutbox().first)
        #expect(last.line == "REFUND/- 5")
        #expect(last.transactionPayload?.revocationDate == world.now)
        #expect(last.transactionPayload?.multiSeatInfo?.revokedSeatQuantity == 10)
        #expect(throws: WorldError.alreadyRefunded) { try world.perform(.refund(id, seats: 1)) }
    }

    @Test("The purchaser keeps access until every transaction of the period is refunded", arguments: [false, true])
    func parallel(isReversed: Bool) throws {
        let world = try SeatShop.world(profile: .production)
        let ids = [try world.buySeats(5), try world.buySeats(8)]
        _ = world.drainOutbox()
        let order = isReversed ? [ids[1], ids[0]] : ids
        try world.perform(.refund(order[0]))
        #expect(world.drainOutbox().map(\.line) == ["REFUND/- 1"])
        #expect(try world.countedSeats().seats == (isReversed ? 5 : 3))
        #expect(world.subscriptions(of: WorldCustomer(name: "anna")).first?.autoRenews == true)
        try world.perform(.refund(order[1]))
        #expect(world.drainOutbox().map(\.line) == ["REFUND/- 5"])
        #expect(try world.countedSeats().seats == 0)
    }

    @Test("The renewal after a refund has the seats that were left")
    func renewed() throws {
        let world = try SeatShop.world()
        let first = try world.buySeats(5)
        _ = try world.buySeats(8)
        try world.perform(.refund(first))
        try world.advance(by: .months(1))
        #expect(try world.countedSeats() == (3, 3 * 9_990))
    }

    @Test("A reversal brings the seats back, for the renewal too unless the purchaser wants fewer")
    func reversed() throws {
        let world = try SeatShop.world(profile: .production)
        let id = try world.buySeats(10)
        try world.perform(.refund(id, seats: 3))
        try world.perform(.reverseRefund(of: id))
        var sent = try #require(world.drainOutbox().last)
        #expect(sent.name == "REFUND_REVERSED/-" && sent.renewalInfoPayload?.renewalQuantity == 10)
        #expect(sent.transactionPayload?.multiSeatInfo?.revokedSeatQuantity == nil)
        try world.perform(.changeSeats(of: SeatShop.team, to: 4, by: "anna"))
        try world.perform(.refund(id, seats: 3))
        try world.perform(.reverseRefund(of: id))
        sent = try #require(world.drainOutbox().last)
        #expect(sent.renewalInfoPayload?.renewalQuantity == 4)
        #expect(throws: WorldError.notRefunded) { try world.perform(.reverseRefund(of: id)) }
    }

    @Test("A refund ends the latest claims for which no seat is left; a renewal ends none")
    func unclaimed() throws {
        let world = try SeatShop.world()
        let id = try world.buySeats(4)
        let claims = try ["a", "b", "c", "d"].compactMap { name in
            try world.perform(.claimSeat(of: id, request: name)).identifier
        }
        #expect(Set(claims).count == 4)
        _ = world.drainOutbox()
        try world.perform(.refund(id, seats: 2))
        let sent = world.drainOutbox()
        #expect(sent.map(\.name) == ["REFUND/SEATS", "UNCLAIM_SEATS/-"])
        let payload = try #require(sent.last?.payload)
        #expect(payload.unclaimInfo?.unclaimSeatIds == [claims[2], claims[3]])
        #expect(payload.unclaimInfo?.originalTransactionId == id && payload.unclaimInfo?.environment == .sandbox)
        #expect(payload.data == nil && payload.version == "2.0")
        try world.perform(.changeSeats(of: SeatShop.team, to: 1, by: "anna"))
        try world.advance(by: .months(1))
        #expect(world.drainOutbox().map(\.name) == ["DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY", "DID_RENEW/-"])
        let renewed = try #require(world.transactions(of: WorldCustomer(name: "anna")).last?.transactionId)
        try world.perform(.refund(renewed))
        #expect(world.drainOutbox().map(\.name).suffix(2) == ["REFUND/-", "UNCLAIM_SEATS/-"])
    }
}
