import AppStore
import AppStoreSimulator
import Testing

@Suite struct CommitmentTests {
    private func committed(graceDays: Int? = nil) throws -> (World, WorldPurchase) {
        let world = try RichShop.world(graceDays: graceDays)
        let purchase = try world.shop("anna", "club.yearly") { $0.plan = "MONTHLY" }
        return (world, try #require(purchase))
    }

    @Test("A canceled commitment continues to its end")
    func canceled() throws {
        let (world, _) = try self.committed()
        try world.advance(by: .months(2))
        try world.act(.cancel, "anna", "club.yearly")
        let sent = world.drainOutbox()
        #expect(sent.last?.renewalInfoPayload?.autoRenewStatus == .on)
        #expect(sent.last?.renewalInfoPayload?.commitmentInfo?.commitmentAutoRenewStatus == .off)
        #expect(sent.last?.transactionPayload?.commitmentInfo?.billingPeriodNumber == 3)
        try world.advance(by: .months(14))
        let rest = world.drainOutbox()
        #expect(rest.map(\.name) == Array(repeating: "DID_RENEW/-", count: 9) + ["EXPIRED/VOLUNTARY"])
        #expect(rest[8].transactionPayload?.commitmentInfo?.billingPeriodNumber == 12)
        #expect(rest[8].transactionPayload?.price == 11_000)
    }

    @Test("A completed commitment renews into the next")
    func whole() throws {
        let (world, _) = try self.committed()
        try world.advance(by: .months(12))
        let last = try #require(world.drainOutbox().last?.transactionPayload)
        #expect(last.commitmentInfo?.billingPeriodNumber == 1)
        #expect(last.commitmentInfo?.commitmentExpiresDate == (try Shop.day("2028-01-31")))
    }

    @Test("A late payment moves the end of the commitment, and there is no grace")
    func late() throws {
        let (world, _) = try self.committed(graceDays: 16)
        try world.act(.declineCard, "anna")
        try world.advance(by: .months(1))
        #expect(world.drainOutbox().last?.line == "DID_FAIL_TO_RENEW/- 3")
        try world.advance(by: .days(80))
        try world.act(.repairCard, "anna")
        let recovered = try #require(world.drainOutbox().last)
        #expect(recovered.name == "DID_RENEW/BILLING_RECOVERY")
        let end = try #require(recovered.transactionPayload?.commitmentInfo?.commitmentExpiresDate)
        #expect(end.milliseconds - (try Shop.day("2027-01-31")).milliseconds == 80 * 86_400_000)
    }

    @Test("After 90 days without payment, and with the refund of the running month, it ends", arguments: [true, false])
    func ends(byRefund: Bool) throws {
        let (world, purchase) = try self.committed()
        if byRefund {
            try world.refund(purchase.transactionId)
            #expect(world.drainOutbox().last?.line == "REFUND/- 5")
        } else {
            try world.act(.declineCard, "anna")
            try world.advance(by: .months(1))
            try world.advance(by: .days(89))
            #expect(world.drainOutbox().last?.name == "DID_FAIL_TO_RENEW/-")
            try world.advance(by: .days(1))
            #expect(world.drainOutbox().map(\.line) == ["EXPIRED/BILLING_RETRY 2"])
        }
        try world.advance(by: .years(1))
        #expect(world.drainOutbox().isEmpty)
    }

    @Test("The renewal states the price and the plan of the term that follows, and nothing after the end")
    func following() throws {
        let (world, _) = try self.committed()
        let first = try #require(world.drainOutbox().last?.renewalInfoPayload)
        #expect(first.renewalPrice == 11_000 && first.renewalBillingPlanType == .monthly)
        #expect(first.commitmentInfo?.commitmentRenewalPrice == 132_000)
        #expect(first.commitmentInfo?.commitmentRenewalBillingPlanType == .monthly)
        try world.shop("anna", "club.yearly") { $0.plan = "BILLED_UPFRONT" }
        let chosen = try #require(world.drainOutbox().last?.renewalInfoPayload)
        #expect(chosen.renewalPrice == 11_000 && chosen.renewalBillingPlanType == .monthly)
        #expect(chosen.commitmentInfo?.commitmentRenewalPrice == 120_000)
        #expect(chosen.commitmentInfo?.commitmentRenewalBillingPlanType == .billedUpfront)
        try world.advance(by: .months(11))
        let last = try #require(world.drainOutbox().last?.renewalInfoPayload)
        #expect(last.renewalPrice == 120_000 && last.renewalBillingPlanType == .billedUpfront)
        #expect(last.commitmentInfo?.commitmentRenewalDate == (try Shop.day("2027-01-31")))
        try world.advance(by: .months(1))
        let upfront = try #require(world.drainOutbox().last)
        #expect(upfront.transactionPayload?.commitmentInfo == nil && upfront.transactionPayload?.price == 120_000)
        #expect(upfront.transactionPayload?.billingPlanType == .billedUpfront)
        #expect(upfront.renewalInfoPayload?.commitmentInfo == nil)
        let (other, purchase) = try self.committed()
        try other.refund(purchase.transactionId)
        let refunded = try #require(other.drainOutbox().last)
        #expect(refunded.transactionPayload?.commitmentInfo?.billingPeriodNumber == 1)
        #expect(refunded.renewalInfoPayload?.commitmentInfo == nil)
        try other.act(.reverseRefund) { $0.transaction = purchase.transactionId }
        #expect(other.drainOutbox().last?.renewalInfoPayload?.commitmentInfo != nil)
    }

    @Test("A cancellation in billing retry does not end the months that are owed")
    func canceledUnpaid() throws {
        let (world, _) = try self.committed()
        try world.act(.declineCard, "anna")
        try world.advance(by: .months(1))
        try world.act(.cancel, "anna", "club.yearly")
        let canceled = try #require(world.drainOutbox().last)
        #expect(canceled.line == "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 3")
        #expect(canceled.renewalInfoPayload?.autoRenewStatus == .on)
        try world.act(.repairCard, "anna")
        #expect(world.drainOutbox().map(\.name) == ["DID_RENEW/BILLING_RECOVERY"])
        try world.advance(by: .months(12))
        let rest = world.drainOutbox().map(\.name)
        #expect(rest == Array(repeating: "DID_RENEW/-", count: 10) + ["EXPIRED/VOLUNTARY"])
    }

    @Test("An extended month moves the end of the commitment, and a new price of the product does not concern it")
    func moved() throws {
        let (world, purchase) = try self.committed()
        try world.act(.extendRenewal) {
            $0.transaction = purchase.transactionId
            $0.days = 10
        }
        let extended = try #require(world.drainOutbox().last)
        #expect(extended.name == "RENEWAL_EXTENDED/-")
        #expect(extended.transactionPayload?.commitmentInfo?.commitmentExpiresDate == (try Shop.day("2027-02-10")))
        #expect(extended.renewalInfoPayload?.commitmentInfo?.commitmentRenewalDate == (try Shop.day("2027-02-10")))
        try world.act(.changePrice) {
            $0.product = "club.yearly"
            $0.price = 200_000
        }
        #expect(world.drainOutbox().isEmpty, "The billing plan has its own price.")
        try world.advance(by: .months(12))
        let last = try #require(world.drainOutbox().last?.transactionPayload)
        #expect(last.commitmentInfo?.billingPeriodNumber == 12 && last.price == 11_000)
    }
}
