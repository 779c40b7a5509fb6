import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct WorldTests {
    /// Performs actions of every kind; returns all sent bytes and the signed data of the apps.
    static func story(seed: UInt64) throws -> [[UInt8]] {
        let world = try Shop.world(seed: seed, graceDays: 16)
        let anna = try world.customer("anna")
        let ben = try world.customer("ben")
        let token = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
        try world.buy(Shop.basic, by: anna, appAccountToken: token)
        let coins = try world.buy(Shop.coins, by: ben, quantity: 3)
        try world.advance(by: .months(1))
        try world.buy(Shop.monthly, by: anna)
        try world.refund(coins.transactionId, percentage: 50000)
        try world.declineCard(of: anna)
        try world.advance(by: .months(2))
        try world.repairCard(of: anna)
        try world.cancel(Shop.monthly, of: anna)
        try world.advance(by: .months(2))
        let held = try [
            world.signedTransaction(for: coins.transactionId), world.signedAppTransaction(of: anna),
            world.certificates.root,
        ]
        return world.drainOutbox().map(\.body) + held
    }

    @Test("The same seed and the same commands produce the same bytes, signatures and certificates included")
    func sameSeed() throws {
        let story = try Self.story(seed: 7)
        #expect(story == (try Self.story(seed: 7)))
        #expect(story.count > 8)
    }

    @Test("Another seed produces other bytes everywhere")
    func otherSeed() throws {
        for (one, other) in zip(try Self.story(seed: 7), try Self.story(seed: 8)) {
            #expect(one != other)
        }
    }

    @Test("A notification signed late, or twice, is the same")
    func signedLate() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        let notification = try #require(world.drainOutbox().first)
        let body = notification.body
        try world.advance(by: .months(5))
        #expect(notification.body == body)
    }

    @Test("The clock cannot go back")
    func forwards() throws {
        let world = try Shop.world()
        let before = Timestamp(milliseconds: Shop.opening.milliseconds - 1)
        #expect(throws: WorldError.instantInPast) { try world.advance(to: before) }
        #expect(throws: WorldError.instantInPast) { try world.advance(by: .seconds(-1)) }
        #expect(world.now == Shop.opening)
        try world.advance(to: Shop.opening)
        #expect(world.now == Shop.opening)
        try world.advance(by: .milliseconds(1500))
        #expect(world.now.milliseconds == Shop.opening.milliseconds + 1500)
    }

    @Test("The next event is a jump away, and without one the clock stands")
    func nextEvent() throws {
        let world = try Shop.world()
        #expect(try world.advanceToNextEvent() == nil)
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        #expect(world.agenda.map(\.text) == ["pro.monthly renews"])
        #expect(world.agenda.first?.at == (try Shop.day("2026-02-28")))
        #expect(try world.advanceToNextEvent() == (try Shop.day("2026-02-28")))
        #expect(world.now == (try Shop.day("2026-02-28")))
        #expect(world.sent() == ["SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW/- 1"])
    }

    @Test("One long advance of the clock and many short ones cause the same notifications")
    func steps() throws {
        func sent(_ turn: (World) throws -> Void) throws -> [String] {
            let world = try Shop.world()
            for name in ["anna", "ben", "carl"] {
                try world.buy(Shop.monthly, by: try world.customer(name))
                try world.buy("news.weekly", by: try world.customer(name))
            }
            try turn(world)
            return world.drainOutbox().map {
                "\($0.signedAt.milliseconds) \($0.customer?.name ?? "") \($0.line) \($0.uuid)"
            }
        }
        let long = try sent { try $0.advance(by: .days(90)) }
        let short = try sent { world in
            for _ in 0..<90 {
                try world.advance(by: .days(1))
            }
        }
        #expect(long == short)
        #expect(long.count == 6 + 3 * 12 + 3 * 3)
    }

    @Test("The journal contains the actor, the event and its notification")
    func journal() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let purchase = try world.buy(Shop.monthly, by: anna)
        try world.declineCard(of: anna)
        try world.advance(by: .months(1))
        let lines = world.journal.map { "\($0.who) \($0.text): \($0.notification ?? "nothing")" }
        #expect(
            lines == [
                "anna subscribes to pro.monthly: SUBSCRIBED/INITIAL_BUY",
                "anna has a declined card: nothing",
                "App Store fails to bill pro.monthly: DID_FAIL_TO_RENEW/-",
            ]
        )
        #expect(world.journal.first?.transactionId == purchase.transactionId)
        #expect(world.journal(from: 2).count == 1)
        #expect(world.journal.last?.notificationUUID == world.drainOutbox().last?.uuid)
    }

    @Test("The signed transaction contains the current state, signed now")
    func signedTransaction() throws {
        let world = try Shop.world()
        let ben = try world.customer("ben")
        let purchase = try world.buy(Shop.coins, by: ben)
        try world.advance(by: .days(1))
        try world.refund(purchase.transactionId)
        try world.advance(by: .days(1))
        let jws = try #require(CompactJWS(try world.signedTransaction(for: purchase.transactionId)))
        let payload = try TransactionPayload(json: jws.payload)
        #expect(payload.signedDate == world.now)
        #expect(payload.revocationDate?.milliseconds == Shop.opening.milliseconds + 86_400_000)
        #expect(try world.signedRenewalInfo(for: purchase.transactionId) == nil)
    }

    @Test("A subscription's renewal info and the app transaction can be had as well")
    func otherSignedData() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let purchase = try world.buy(Shop.monthly, by: anna)
        try world.advance(by: .days(1))
        let signed = try #require(try world.signedRenewalInfo(for: purchase.transactionId) as [UInt8]?)
        let jws = try #require(CompactJWS(signed))
        let renewal = try RenewalInfoPayload(json: jws.payload)
        #expect(renewal.originalTransactionId == purchase.transactionId)
        #expect(renewal.signedDate == world.now)
        let app = try #require(CompactJWS(try world.signedAppTransaction(of: anna)))
        let download = try AppTransactionPayload(json: app.payload)
        #expect(download.bundleId == "com.example.shop")
        #expect(download.receiptType == .production)
        #expect(download.receiptCreationDate == world.now)
        #expect(download.appTransactionId == renewal.appTransactionId)
    }

    @Test("A name is 1 to 255 bytes, and the same name is the same customer")
    func names() throws {
        let world = try Shop.world()
        #expect(throws: WorldError.invalidName) { try world.customer("") }
        #expect(throws: WorldError.invalidName) { try world.customer(String(repeating: "a", count: 256)) }
        #expect(try world.customer("anna") == (try world.customer("anna")))
        #expect(world.customers.map(\.name) == ["anna"])
    }
}
