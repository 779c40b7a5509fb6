import AppStore
import AppStoreSimulator
import Testing

@Suite struct DeveloperTests {
    @Test("A renewal date can be extended at most twice a year, and never in a trial")
    func extends() throws {
        let world = try RichShop.world()
        let purchase = try #require(try world.shop("anna", "basic.monthly"))
        func extend() throws {
            try world.act(.extendRenewal) {
                $0.transaction = purchase.transactionId
                $0.days = 10
            }
        }
        try extend()
        let sent = try #require(world.drainOutbox().last)
        #expect(sent.name == "RENEWAL_EXTENDED/-")
        #expect(sent.transactionPayload?.expiresDate == (try Shop.day("2026-03-10")))
        #expect(sent.renewalInfoPayload?.renewalDate == (try Shop.day("2026-03-10")))
        try extend()
        #expect(throws: WorldError.extensionRefused(code: 4_030_005)) { try extend() }
        try world.advance(by: .months(2))
        let renewed = try #require(world.drainOutbox().last { $0.name == "DID_RENEW/-" })
        #expect(renewed.transactionPayload?.purchaseDate == (try Shop.day("2026-03-20")))
        let trial = try #require(try world.shop("bert", "pro.monthly"))
        #expect(throws: WorldError.extensionRefused(code: 4_030_004)) {
            try world.act(.extendRenewal) {
                $0.transaction = trial.transactionId
                $0.days = 1
            }
        }
    }

    @Test("An extension for all sends a notification for each subscription and failure, and a summary")
    func extendsAll() throws {
        let world = try RichShop.world()
        try world.shop("anna", "basic.monthly")
        try world.shop("bert", "basic.monthly")
        try world.act(.declineCard, "bert")
        try world.advance(by: .months(1))
        _ = world.heard()
        try world.act(.extendAllRenewals) {
            $0.product = "basic.monthly"
            $0.days = 5
            $0.request = "7f3a2a0e-2a63-4a5e-8f0a-0d5a3c1b2e4f"
        }
        let sent = world.drainOutbox()
        #expect(
            sent.map(\.name) == ["RENEWAL_EXTENDED/-", "RENEWAL_EXTENSION/FAILURE", "RENEWAL_EXTENSION/SUMMARY"]
        )
        let summary = try #require(sent.last?.payload.summary)
        #expect(summary.succeededCount == 1 && summary.failedCount == 1)
        #expect(sent.last?.payload.data == nil)
    }

    @Test("Only an app with a URL gets a test notification")
    func test() throws {
        let world = try RichShop.world()
        #expect(throws: WorldError.noNotificationURL) { try world.act(.requestTestNotification) }
        try world.setNotificationURL("http://127.0.0.1:1/")
        #expect(try world.act(.requestTestNotification).identifier != nil)
        #expect(world.drainOutbox().map(\.name) == ["TEST/-"])
    }

    @Test("A cancellation after the charge is too late for the next period")
    func tooLate() throws {
        var behavior = WorldProfile.production.behavior
        behavior.earlyChargeVaries = true
        let world = try RichShop.world(behavior: behavior)
        try world.shop("anna", "basic.monthly")
        let end = try Shop.day("2026-02-28")
        try world.advance(to: Timestamp(milliseconds: end.milliseconds - 86_400_000))
        _ = world.heard()
        try world.act(.cancel, "anna", "basic.monthly")
        try world.advance(by: .months(2))
        #expect(
            world.heard() == [
                "anna DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "anna DID_RENEW/-", "anna EXPIRED/VOLUNTARY",
            ]
        )
        let renewed = try #require(world.transactions(of: WorldCustomer(name: "anna")).last)
        #expect(renewed.purchasedAt == end)
    }

    @Test("A purchase in the past has the renewals since then")
    func catchUp() throws {
        let world = try RichShop.world()
        try world.shop("anna", "basic.monthly") { $0.since = world.now.milliseconds - 70 * 86_400_000 }
        #expect(world.heard() == ["anna SUBSCRIBED/INITIAL_BUY", "anna DID_RENEW/-", "anna DID_RENEW/-"])
        #expect(world.subscriptions(of: WorldCustomer(name: "anna")).first?.givesAccess == true)
    }

    @Test("A purchase that waits for a parent succeeds when approved, and has no effect when declined")
    func asksToBuy() throws {
        let world = try RichShop.world()
        try world.act(.askToBuy) {
            $0.customer = "kid"
            $0.enabled = true
        }
        #expect(try world.shop("kid", "coins.100") == nil)
        try world.act(.decline, "kid")
        #expect(world.heard().isEmpty)
        #expect(throws: WorldError.nothingPending) { try world.act(.approve, "kid") }
        #expect(try world.shop("kid", "coins.100") == nil)
        try world.act(.approve, "kid")
        #expect(world.heard() == ["kid ONE_TIME_CHARGE/-"])
    }

    @Test("A restore has new transaction ids and no notification")
    func restores() throws {
        let world = try RichShop.world()
        let bought = try #require(try world.shop("anna", "basic.monthly"))
        _ = world.heard()
        try world.advance(by: .days(1))
        let restored = try #require(try world.act(.restore) { $0.customer = "anna" }.purchases.first)
        #expect(world.heard().isEmpty)
        #expect(restored.transactionId != bought.transactionId)
        #expect(restored.originalTransactionId == bought.transactionId && restored.isRestored)
        let old = try world.transactionPayload(for: bought.transactionId)
        let new = try world.transactionPayload(for: restored.transactionId)
        #expect(old.webOrderLineItemId == new.webOrderLineItemId && old.expiresDate == new.expiresDate)
    }

    @Test("The notification of withdrawn consent contains the app transaction, and no data")
    func rescinds() throws {
        let world = try RichShop.world()
        try world.act(.rescindConsent, "kid")
        let sent = try #require(world.drainOutbox().first)
        #expect(sent.name == "RESCIND_CONSENT/-")
        #expect(sent.payload.data == nil && sent.payload.appData?.signedAppTransactionInfo != nil)
    }
}
