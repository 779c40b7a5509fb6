import AppStore
import AppStoreSimulator
import Testing

@Suite struct BillingProblemTests {
    /// The notifications up to the first failed renewal, without and with grace.
    static let failed = ["SUBSCRIBED/INITIAL_BUY 1", "DID_FAIL_TO_RENEW/- 3"]
    static let failedInGrace = ["SUBSCRIBED/INITIAL_BUY 1", "DID_FAIL_TO_RENEW/GRACE_PERIOD 4"]

    /// A subscriber whose first renewal has just failed.
    static func failingWorld(graceDays: Int?) throws -> (World, WorldCustomer) {
        let world = try Shop.world(graceDays: graceDays)
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.declineCard(of: anna)
        try world.advance(to: try Shop.day("2026-02-28"))
        return (world, anna)
    }

    @Test("Without grace, access ends and a recovery begins a new cycle that day")
    func recoveredInRetry() throws {
        let (world, anna) = try Self.failingWorld(graceDays: nil)
        #expect(world.subscriptions(of: anna).first?.givesAccess == false)
        try world.advance(by: .days(10))
        try world.repairCard(of: anna)
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == Self.failed + ["DID_RENEW/BILLING_RECOVERY 1"])
        #expect(sent[1].renewalInfoPayload?.isInBillingRetryPeriod == true)
        #expect(sent[1].renewalInfoPayload?.expirationIntent == .billingError)
        #expect(sent[1].renewalInfoPayload?.gracePeriodExpiresDate == nil)
        #expect(sent[2].renewalInfoPayload?.isInBillingRetryPeriod == false)
        #expect(sent[2].transactionPayload?.purchaseDate == (try Shop.day("2026-03-10")))
        #expect(sent[2].transactionPayload?.expiresDate == (try Shop.day("2026-04-10")))
        try world.advance(to: try Shop.day("2026-04-10"))
        #expect(world.drainOutbox().last?.transactionPayload?.expiresDate == (try Shop.day("2026-05-10")))
    }

    @Test("Without grace, billing retry ends after 60 days")
    func givenUp() throws {
        let (world, anna) = try Self.failingWorld(graceDays: nil)
        try world.advance(by: .days(59))
        #expect(world.sent() == Self.failed)
        try world.advance(by: .days(1))
        let sent = try #require(world.drainOutbox().first)
        #expect(sent.line == "EXPIRED/BILLING_RETRY 2")
        #expect(sent.renewalInfoPayload?.expirationIntent == .billingError)
        #expect(sent.renewalInfoPayload?.isInBillingRetryPeriod == false)
        #expect(sent.renewalInfoPayload?.autoRenewStatus == .off)
        try world.repairCard(of: anna)
        #expect(world.sent() == [])
        #expect(world.agenda == [])
    }

    @Test("A recovery in grace keeps the billing cycle")
    func recoveredInGrace() throws {
        let (world, anna) = try Self.failingWorld(graceDays: 16)
        #expect(world.subscriptions(of: anna).first?.givesAccess == true)
        try world.advance(by: .days(10))
        try world.repairCard(of: anna)
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == Self.failedInGrace + ["DID_RENEW/BILLING_RECOVERY 1"])
        #expect(sent[1].renewalInfoPayload?.isInBillingRetryPeriod == true)
        #expect(sent[1].renewalInfoPayload?.gracePeriodExpiresDate == (try Shop.day("2026-03-16")))
        #expect(sent[2].renewalInfoPayload?.gracePeriodExpiresDate == nil)
        #expect(sent[2].transactionPayload?.expiresDate == (try Shop.day("2026-03-31")))
    }

    @Test("A recovery after grace begins a new billing cycle")
    func recoveredAfterGrace() throws {
        let (world, anna) = try Self.failingWorld(graceDays: 16)
        try world.advance(by: .days(20))
        #expect(world.subscriptions(of: anna).first?.givesAccess == false)
        try world.repairCard(of: anna)
        #expect(
            world.sent() == Self.failedInGrace + ["GRACE_PERIOD_EXPIRED/- 3", "DID_RENEW/BILLING_RECOVERY 1"]
        )
    }

    @Test("Without a recovery after grace, billing retry ends after 60 days in all")
    func neverRecovered() throws {
        let (world, _) = try Self.failingWorld(graceDays: 16)
        try world.advance(by: .months(3))
        let sent = world.drainOutbox()
        #expect(sent.map(\.line) == Self.failedInGrace + ["GRACE_PERIOD_EXPIRED/- 3", "EXPIRED/BILLING_RETRY 2"])
        #expect(sent[2].signedAt == (try Shop.day("2026-03-16")))
        #expect(sent[3].signedAt == (try Shop.day("2026-04-29")))
    }

    @Test("A cancellation during grace or billing retry ends the subscription immediately", arguments: [nil, 16])
    func canceled(graceDays: Int?) throws {
        let (world, anna) = try Self.failingWorld(graceDays: graceDays)
        try world.advance(by: .days(2))
        try world.cancel(Shop.monthly, of: anna)
        let status = graceDays == nil ? 3 : 4
        let before = graceDays == nil ? Self.failed : Self.failedInGrace
        #expect(
            world.sent() == before + [
                "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED \(status)", "EXPIRED/VOLUNTARY 2",
            ]
        )
        #expect(world.agenda == [])
    }

    @Test("Two failures in consecutive cycles cause two notifications")
    func failedTwice() throws {
        let (world, anna) = try Self.failingWorld(graceDays: 3)
        try world.repairCard(of: anna)
        try world.declineCard(of: anna)
        try world.advance(to: try Shop.day("2026-03-31"))
        try world.repairCard(of: anna)
        let again = [
            "DID_RENEW/BILLING_RECOVERY 1", "DID_FAIL_TO_RENEW/GRACE_PERIOD 4", "DID_RENEW/BILLING_RECOVERY 1",
        ]
        #expect(world.sent() == Self.failedInGrace + again)
    }

    @Test("A recovery bills the pending downgrade")
    func downgradeRecovered() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.buy(Shop.monthly, by: anna)
        try world.buy(Shop.basic, by: anna)
        try world.declineCard(of: anna)
        try world.advance(by: .months(1))
        try world.repairCard(of: anna)
        let sent = try #require(world.drainOutbox().last)
        #expect(sent.line == "DID_RENEW/BILLING_RECOVERY 1")
        #expect(sent.transactionPayload?.productId == Shop.basic)
    }

    @Test("A declined card causes no purchase and no notification")
    func declined() throws {
        let world = try Shop.world()
        let anna = try world.customer("anna")
        try world.declineCard(of: anna)
        #expect(throws: WorldError.paymentDeclined) { try world.buy(Shop.coins, by: anna) }
        #expect(world.sent() == [])
        #expect(world.transactions(of: anna) == [])
    }

    @Test("Weekly grace has at most six days, and is shorter on the sandbox's clock")
    func graceLengths() {
        let day: Int64 = 86_400_000
        #expect(RenewalRate.calendar.graceMilliseconds(of: .month, days: 16) == 16 * day)
        #expect(RenewalRate.calendar.graceMilliseconds(of: .week, days: 16) == 6 * day)
        #expect(RenewalRate.calendar.graceMilliseconds(of: .week, days: 3) == 3 * day)
        #expect(RenewalRate.monthlyEvery5Minutes.graceMilliseconds(of: .month, days: 16) == 150_000)
        #expect(RenewalRate.monthlyEvery5Minutes.graceMilliseconds(of: .week, days: 16) == 154_000)
        #expect(RenewalRate.monthlyEveryHour.graceMilliseconds(of: .week, days: 16) == 771_000)
        #expect(RenewalRate.monthlyEvery5Minutes.billingRetryMilliseconds == 600_000)
    }
}
