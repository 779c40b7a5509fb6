import AppStore
import AppStoreSimulator
import Testing

@Suite struct RefundTests {
    @Test("A refunded consumable keeps its transaction and gains a revocation")
    func consumable() throws {
        let world = try Shop.world()
        let ben = try world.customer("ben")
        let purchase = try world.buy(Shop.coins, by: ben)
        try world.advance(by: .days(2))
        try world.refund(purchase.transactionId, reason: .appIssue)
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["ONE_TIME_CHARGE/-", "REFUND/-"])
        let refunded = try #require(sent[1].transactionPayload)
        #expect(refunded.transactionId == purchase.transactionId)
        #expect(refunded.revocationDate == world.now)
        #expect(refunded.revocationReason == .appIssue)
        #expect(refunded.revocationType == .refundFull)
        #expect(refunded.revocationPercentage == nil)
        #expect(sent[1].renewalInfoPayload == nil)
        #expect(throws: WorldError.alreadyRefunded) { try world.refund(purchase.transactionId) }
        #expect(world.sent() == [])
    }

    @Test("A prorated refund states its share")
    func prorated() throws {
        let world = try Shop.world()
        let purchase = try world.buy(Shop.coins, by: try world.customer("ben"))
        #expect(throws: WorldError.invalidPercentage(0)) { try world.refund(purchase.transactionId, percentage: 0) }
        #expect(throws: WorldError.invalidPercentage(100_001)) {
            try world.refund(purchase.transactionId, percentage: 100_001)
        }
        try world.refund(purchase.transactionId, percentage: 25000)
        let refunded = try world.transactionPayload(for: purchase.transactionId)
        #expect(refunded.revocationType == .refundProrated)
        #expect(refunded.revocationPercentage == 25000)
    }

    @Test("The refund of the running period revokes the subscription, and nothing follows", arguments: [false, true])
    func runningPeriod(announcesExpiry: Bool) throws {
        var behavior = WorldBehavior.production
        behavior.announcesExpiryAfterRefund = announcesExpiry
        let world = try Shop.world(behavior: behavior)
        let anna = try world.customer("anna")
        let purchase = try world.buy(Shop.monthly, by: anna)
        try world.refund(purchase.transactionId)
        try world.advance(by: .months(2))
        let sent = world.drainOutbox()
        let expiry = announcesExpiry ? ["EXPIRED/VOLUNTARY 5"] : []
        #expect(sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "REFUND/- 5"] + expiry)
        #expect(sent[1].renewalInfoPayload?.autoRenewStatus == .off)
        #expect(world.subscriptions(of: anna).first?.phase == .revoked)
        try world.buy(Shop.monthly, by: anna)
        #expect(world.sent() == ["SUBSCRIBED/RESUBSCRIBE 1"])
    }

    @Test("The refund of an earlier period leaves the running one alone")
    func earlierPeriod() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let first = try world.buy(Shop.monthly, by: anna)
        try world.advance(by: .months(1))
        try world.refund(first.transactionId)
        try world.advance(to: try Shop.day("2026-03-31"))
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW/- 1", "REFUND/- 1", "DID_RENEW/- 1"])
        #expect(sent[2].transactionPayload?.transactionId == first.transactionId)
        #expect(sent[2].renewalInfoPayload?.autoRenewStatus == .on)
    }

    @Test("A reversed refund gives the period back with its old renewal date")
    func reversed() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let purchase = try world.buy(Shop.monthly, by: anna)
        #expect(throws: WorldError.notRefunded) { try world.reverseRefund(purchase.transactionId) }
        try world.refund(purchase.transactionId)
        try world.advance(by: .days(5))
        try world.reverseRefund(purchase.transactionId)
        try world.advance(by: .months(1))
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "REFUND/- 5", "REFUND_REVERSED/- 1", "DID_RENEW/- 1"]
        )
        #expect(sent[2].transactionPayload?.revocationDate == nil)
        #expect(sent[2].transactionPayload?.revocationType == nil)
        #expect(sent[2].renewalInfoPayload?.renewalDate == purchase.expiresAt)
        #expect(sent[3].transactionPayload?.purchaseDate == purchase.expiresAt)
    }

    @Test("A refund reversed after the period is over gives no access")
    func reversedLate() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let purchase = try world.buy(Shop.monthly, by: anna)
        try world.refund(purchase.transactionId)
        try world.advance(by: .months(2))
        try world.reverseRefund(purchase.transactionId)
        #expect(world.sent() == ["SUBSCRIBED/INITIAL_BUY 1", "REFUND/- 5", "REFUND_REVERSED/- 2"])
        #expect(world.agenda == [])
    }

    @Test("The refund of what was upgraded from leaves the upgrade alone")
    func upgradedFrom() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let basic = try world.buy(Shop.basic, by: anna)
        try world.buy(Shop.monthly, by: anna)
        try world.refund(basic.transactionId)
        let sent = try #require(world.drainOutbox().last)
        #expect(sent.line == "REFUND/- 1")
        #expect(sent.transactionPayload?.productId == Shop.basic)
        #expect(world.subscriptions(of: anna).first?.productId == Shop.monthly)
    }

    @Test("The refund of a period charged early leaves the one that runs, until its end")
    func chargedEarly() throws {
        var behavior = WorldBehavior.production
        behavior.earlyChargeMilliseconds = 86_400_000
        let world = try Shop.world(behavior: behavior)
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.advance(to: try Shop.day("2026-02-27"))
        let renewal = try #require(world.transactions(of: anna).last)
        try world.refund(renewal.transactionId)
        #expect(world.subscriptions(of: anna).first?.givesAccess == true)
        try world.advance(by: .days(3))
        #expect(
            world.sent() == ["SUBSCRIBED/INITIAL_BUY 1", "DID_RENEW/- 1", "REFUND/- 1", "EXPIRED/VOLUNTARY 2"]
        )
    }

    @Test("What does not exist cannot be refunded")
    func unknown() throws {
        let world = try Shop.world()
        #expect(throws: WorldError.unknownTransaction("1")) { try world.refund("1") }
        #expect(throws: WorldError.unknownTransaction("1")) { try world.signedTransaction(for: "1") }
    }
}
