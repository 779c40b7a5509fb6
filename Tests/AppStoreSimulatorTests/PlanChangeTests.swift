import AppStore
import AppStoreSimulator
import Testing

@Suite struct PlanChangeTests {
    @Test("An upgrade replaces the old period immediately")
    func upgrade() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let basic = try world.buy(Shop.basic, by: anna)
        try world.advance(by: .days(10))
        let pro = try world.buy(Shop.monthly, by: anna)
        #expect(pro.originalTransactionId == basic.transactionId)
        #expect(try world.transactionPayload(for: basic.transactionId).isUpgraded == true)
        #expect(try world.transactionPayload(for: pro.transactionId).isUpgraded == nil)
        try world.advance(by: .months(1))
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_PREF/UPGRADE 1", "DID_RENEW/- 1"]
        )
        #expect(sent[1].transactionPayload?.productId == Shop.monthly)
        #expect(sent[1].transactionPayload?.transactionReason == .purchase)
        #expect(sent[1].transactionPayload?.purchaseDate == (try Shop.day("2026-02-10")))
        #expect(sent[2].transactionPayload?.expiresDate == (try Shop.day("2026-04-10")))
    }

    @Test("A downgrade takes effect at the renewal")
    func downgrade() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        let pro = try world.buy(Shop.monthly, by: anna)
        let answer = try world.buy(Shop.basic, by: anna)
        #expect(answer == pro)
        try world.advance(by: .months(1))
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1", "DID_RENEW/- 1"]
        )
        #expect(sent[1].transactionPayload?.productId == Shop.monthly)
        #expect(sent[1].renewalInfoPayload?.autoRenewProductId == Shop.basic)
        #expect(sent[1].renewalInfoPayload?.renewalPrice == 4990)
        #expect(sent[2].transactionPayload?.productId == Shop.basic)
        #expect(sent[2].transactionPayload?.transactionReason == .renewal)
    }

    @Test("A downgrade can be undone before the renewal")
    func undone() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.buy(Shop.basic, by: anna)
        try world.buy(Shop.monthly, by: anna)
        try world.advance(by: .months(1))
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.line) == [
                "SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1", "DID_CHANGE_RENEWAL_PREF/- 1",
                "DID_RENEW/- 1",
            ]
        )
        #expect(sent.last?.transactionPayload?.productId == Shop.monthly)
    }

    @Test("A crossgrade to another length takes effect at the renewal, and is counted from there")
    func otherLength() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.buy(Shop.yearly, by: anna)
        try world.advance(by: .months(1))
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.line) == ["SUBSCRIBED/INITIAL_BUY 1", "DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1", "DID_RENEW/- 1"]
        )
        #expect(sent.last?.transactionPayload?.expiresDate == (try Shop.day("2027-02-28")))
    }
}
