import Ledger
import PurserTesting
import Testing

/// The paragraphs around the derivation table, each with its negative.
@Suite struct DerivationParagraphTests {
    static let minute = 1.0 / 1440
    let month = Scene().period("1", from: 0, to: 30)

    @Test("A date of auto-renew's last change is shown until Apple signs that it was changed again")
    func renewStatusChange() {
        let changed = RenewalSnapshot.StatusChange(changedAt: Scene.day(2), autoRenew: false)
        let off = self.month.renewal(30, autoRenew: false, signed: 9) { $0.renewStatusChange = changed }
        #expect(off.state(on: 10).renewStatusChangedAt == Scene.day(2))
        for (signed, autoRenew, isShown) in [(1.0, true, true), (5.0, false, true), (5.0, true, false)] {
            var scene = off
            scene.chain.earlierRenewals = [
                RenewalEvidence(
                    originalTransactionID: OriginalTransactionID("1"),
                    signedAt: Scene.day(signed),
                    digest: .number(7),
                    renewalAt: Scene.day(30),
                    autoRenew: autoRenew,
                    accountToken: nil
                )
            ]
            #expect(scene.state(on: 10).renewStatusChangedAt == (isShown ? Scene.day(2) : nil))
        }
    }

    // MARK: Which period is meant

    @Test("A purchase of another product ends the running period where it begins, without waiting for Apple's word")
    func superseded() {
        let upgraded = self.month.period("2", product: "max", from: 10, to: 40)
        #expect(upgraded.state(on: 9).productID == ProductID("pro"))
        #expect(upgraded.state(on: 10).productID == ProductID("max"))
        #expect(upgraded.state(on: 10).since == Scene.day(0), "time paid for is unbroken")
        #expect(upgraded.state(on: 41).row != .running, "the first period does not come back")
        let shorter = self.month.period("2", product: "max", from: 10, to: 17)
        #expect(shorter.state(on: 18).row != .running, "what was replaced stays replaced")
        let same = self.month.period("2", from: 10, to: 17) { $0.refund(on: 11) }
        #expect(same.state(on: 16).row == .anotherPeriod, "the same product replaces nothing")
    }

    @Test("An upgrade that Apple names before our clock reaches it does not hide the running period")
    func upgradeAheadOfTheClock() {
        let scene = Scene()
            .period("1", from: 0, to: 30)
            .period("2", from: 30, to: 60) { $0.isUpgraded = true }
            .period("3", product: "max", from: 45, to: 75)
        #expect(scene.state(on: 44.9).productID == ProductID("pro"))
        #expect(scene.state(on: 44.9).row == .running)
        #expect(scene.state(on: 45).productID == ProductID("max"))
    }

    @Test("A renewal charged early never begins when an upgrade overtakes it, whether or not Apple says so")
    func overtakenRenewal() {
        let scene = self.month
            .period("2", from: 30, to: 60, signed: 29.2) { $0.reason = .renewal }
            .period("3", product: "max", from: 29.5, to: 59.5) { $0.reason = .purchase }
            .renewal(59.5, signed: 29.5) { $0.productID = ProductID("max") }
        let renewed = scene.period("2", from: 30, to: 60, signed: 31) {
            $0.reason = .renewal
            $0.isUpgraded = true
        }
        for scene in [scene, renewed] {
            for day in [29.5, 30, 45, 59.4] {
                let state = scene.state(on: day)
                #expect(state.productID == ProductID("max") && state.row == .running, "on day \(day)")
                #expect(state.until == Scene.day(59.5))
                #expect(state.heals.isEmpty)
            }
            #expect(scene.state(on: 29.4).productID == ProductID("pro"))
            #expect(!scene.state(on: 59.6).hasAccess)
        }
        let later = scene.period("4", product: "max", from: 59.5, to: 89.5) { $0.reason = .renewal }
        #expect(later.state(on: 70).since == Scene.day(0), "time paid for is unbroken")
    }

    @Test("A renewal into another product is not overtaken by the period it follows")
    func waitingChangeOfPlan() {
        let scene = self.month
            .period("2", product: "max", from: 10, to: 40) { $0.reason = .purchase }
            .period("3", product: "basic", from: 40, to: 70, signed: 39) { $0.reason = .renewal }
        #expect(scene.state(on: 39.5).productID == ProductID("max"))
        #expect(scene.state(on: 40).productID == ProductID("basic"))
        let extended = self.month
            .period("2", product: "max", from: 10, to: 45) { $0.reason = .purchase }
            .period("3", product: "basic", from: 40, to: 70, signed: 39) { $0.reason = .renewal }
        #expect(extended.state(on: 41).productID == ProductID("basic"))
    }

    @Test("A renewal signed early extends access, and the product stays until it begins")
    func followingPeriod() {
        let scene = self.month.period("2", product: "basic", from: 30, to: 60, signed: 29).renewal(60, signed: 29)
        let state = scene.state(on: 29)
        #expect(state.row == .running && state.productID == ProductID("pro"))
        #expect(state.until == Scene.day(60) && state.nextRenewalAt == Scene.day(60))
        #expect(state.nextChangeAt == Scene.day(30))
        #expect(state.transactionIDs == [TransactionID("1"), TransactionID("2")])
        #expect(scene.state(on: 30).productID == ProductID("basic"))
        let gap = self.month.period("2", from: 31, to: 61, signed: 29)
        #expect(gap.state(on: 29).until == Scene.day(30))
        let refunded = self.month.period("2", from: 30, to: 60, signed: 29) { $0.refund(on: 29) }
        #expect(refunded.state(on: 29).until == Scene.day(30))
        let replaced = self.month.period("2", product: "max", from: 20, to: 50, signed: 19) { $0.refund(on: 19) }
        #expect(replaced.state(on: 19).until == Scene.day(20), "a refunded upgrade ends what it replaced")
    }

    @Test("Of periods that begin together the later end counts")
    func equalBeginnings() {
        let scene = self.month.period("2", from: 0, to: 40) { $0.webOrderLineItemID = WebOrderLineItemID("w") }
            .period("1", from: 0, to: 30, signed: 1) { $0.webOrderLineItemID = WebOrderLineItemID("v") }
        #expect(scene.state(on: 35).row == .running)
        #expect(scene.state(on: 35).transactionID == TransactionID("2"))
    }

    @Test("Restore twins are one period, and one's refund is the other's")
    func twins() {
        let twin = Scene()
            .period("1", from: 0, to: 30) { $0.webOrderLineItemID = WebOrderLineItemID("w") }
            .period("9", from: 12, to: 30) { $0.webOrderLineItemID = WebOrderLineItemID("w") }
        let state = twin.state(on: 13)
        #expect(state.transactionIDs == [TransactionID("1"), TransactionID("9")] && state.since == Scene.day(0))
        let refunded = twin.period("1", from: 0, to: 30, signed: 14) {
            $0.webOrderLineItemID = WebOrderLineItemID("w")
            $0.refund(on: 14)
        }
        #expect(refunded.state(on: 15).row == .revoked)
    }

    @Test("A chain that migrated goes on under its new id")
    func migration() {
        let scene = self.month.period("2", from: 30, to: 60) {
            $0.originalTransactionID = OriginalTransactionID("7")
            $0.previousOriginalTransactionID = OriginalTransactionID("1")
        }
        #expect(scene.state(on: 31).since == Scene.day(0))
        #expect(scene.chain.rootID == OriginalTransactionID("1"))
    }

    // MARK: Apple's status

    @Test(
        "A status of 5 overrides a running period; 2 and 3 do not cut paid time",
        arguments: [(StatusEvidence.Status.revoked, false), (.expired, true), (.billingRetry, true)]
    )
    func statusOverRunning(status: StatusEvidence.Status, hasAccess: Bool) {
        let state = self.month.status(status, at: 5).state(on: 6)
        #expect(state.row == .running && state.hasAccess == hasAccess)
        #expect(state.overrides.isEmpty == hasAccess)
        #expect(state.heals.contains { $0.reason == .statusOverride } == !hasAccess)
        let older = self.month.period("1", from: 0, to: 30, signed: 5.1).status(status, at: 5)
        #expect(older.state(on: 6).hasAccess, "a snapshot of the period is newer")
        let equal = self.month.period("1", from: 0, to: 30, signed: 5).status(status, at: 5)
        #expect(equal.state(on: 6).hasAccess == hasAccess, "equal dates count")
    }

    @Test(
        "A status of 2 or 3 overrides grace",
        arguments: [
            (StatusEvidence.Status.expired, SubscriptionPhase.expired(isConfirmed: true)), (.billingRetry, .retry),
        ]
    )
    func statusOverGrace(status: StatusEvidence.Status, phase: SubscriptionPhase) {
        let grace = self.month.renewal(30, signed: 30) {
            $0.isInBillingRetry = true
            $0.gracePeriodExpiresAt = Scene.day(46)
        }
        let state = grace.status(status, at: 40).state(on: 41)
        #expect(state.row == .grace && state.phase == phase && !state.hasAccess)
        #expect(state.overrides.count == 1)
        #expect(grace.status(status, at: 29).state(on: 41).hasAccess, "the renewal snapshot is newer")
    }

    @Test("A status of 3 promises no retry beyond the days that Apple tries")
    func retryStatusEnds() {
        let scene = self.month.status(.billingRetry, at: 31)
        #expect(scene.state(on: 32).phase == .retry)
        #expect(scene.state(on: 90).phase == .expired(isConfirmed: false))
    }

    @Test(
        "A status of 1 or 4 after the end lifts silence to overdue for one more leeway",
        arguments: [StatusEvidence.Status.active, .gracePeriod]
    )
    func statusLifts(status: StatusEvidence.Status) {
        let scene = self.month.status(status, at: 33)
        let state = scene.state(on: 33)
        #expect(state.row == .unconfirmed && state.phase == .overdue && state.hasAccess)
        #expect(state.until == Scene.day(33) + .hours(1) && state.overrides.count == 1)
        #expect(scene.state(on: 33 + 61 * Self.minute).phase == .expired(isConfirmed: false))
        #expect(!self.month.status(status, at: 30).state(on: 31).hasAccess, "it was dated no later than the end")
        let ended = self.month.renewal(30, autoRenew: false, signed: 29).status(status, at: 33)
        #expect(!ended.state(on: 33).hasAccess, "row 8 is not lifted")
    }

    @Test("A status stated when a later period had begun, and a renewal behind it, say nothing of the gap before")
    func gap() {
        let scene = self.month.period("2", from: 50, to: 80)
        #expect(!scene.status(.active, at: 51).state(on: 40).hasAccess)
        #expect(scene.status(.active, at: 49).state(on: 40).hasAccess)
        #expect(!scene.renewal(110, signed: 80).state(on: 40).hasAccess)
        #expect(scene.renewal(110, signed: 80).state(on: 81).hasAccess)
    }

    // MARK: Auto-renew

    @Test("Auto-renew that Apple switched off for an open refund request counts as on in retry, and is labeled")
    func refundRequest() {
        let scene = self.month
            .renewal(30, autoRenew: false, signed: 20) {
                $0.isInBillingRetry = true
                $0.gracePeriodExpiresAt = Scene.day(46)
            }
        let open = scene.refundRequest(.requested, of: "1", at: 19)
        #expect(open.state(on: 31).row == .grace && open.state(on: 31).hasAccess)
        #expect(open.state(on: 31).overrides == [.refundRequestOpen])
        #expect(open.state(on: 31).renewStatus == .offByRefundRequest && open.state(on: 21).willRenew == .no)
        let closed = open.refundRequest(.closed, of: "1", at: 21)
        #expect(closed.state(on: 31).row == .ended && closed.state(on: 31).renewStatus == .off)
        let later = scene.refundRequest(.requested, of: "1", at: 20.5)
        #expect(later.state(on: 31).row == .ended, "the customer had switched it off before they asked")
    }

    @Test(
        "Whether it will renew is said only by a renewal that speaks for the last known period",
        arguments: [
            (true, nil, .yes), (true, 1, .yes), (true, 0, .needsConsent), (false, 0, .no), (nil, nil, .unknown),
        ] as [(Bool?, Int?, WillRenew)]
    )
    func willRenew(autoRenew: Bool?, priceIncreaseStatus: Int?, expected: WillRenew) {
        let state = self.month
            .renewal(30, autoRenew: autoRenew, signed: 1) { $0.priceIncreaseStatus = priceIncreaseStatus }
            .state(on: 2)
        #expect(state.willRenew == expected)
        #expect(state.heals.contains { $0.reason == .statusUnknown } == (expected == .unknown))
        let other = self.month
            .renewal(20, autoRenew: autoRenew, signed: 1) { $0.priceIncreaseStatus = priceIncreaseStatus }
        #expect(other.state(on: 2).willRenew == .unknown)
    }

    @Test("A commitment says apart whether its next payment and its successor follow")
    func commitment() {
        let scene = Scene()
            .period("1", from: 0, to: 30) {
                $0.commitment = .init(periodNumber: 1, periodCount: 12, expiresAt: Scene.day(365))
            }
            .renewal(30, signed: 1) { $0.commitment = .init(willRenew: false, renewalAt: nil, productID: nil) }
        let state = scene.state(on: 2)
        #expect(state.willRenewPeriod == .yes && state.willRenewCommitment == .no)
        #expect(state.commitmentUntil == Scene.day(365))
        let plain = self.month.renewal(30, signed: 1).state(on: 2)
        #expect(plain.willRenewPeriod == nil && plain.willRenewCommitment == nil && plain.commitmentUntil == nil)
    }

    @Test("The last renewal is the newest period that Apple renewed, not a purchase")
    func lastRenewal() {
        let scene = self.month.period("2", from: 30, to: 60) { $0.reason = .renewal }
        #expect(self.month.state(on: 1).lastRenewalAt == nil)
        #expect(scene.state(on: 31).lastRenewalAt == Scene.day(30))
        let back = scene.period("3", from: 90, to: 120) { $0.reason = .purchase }
        #expect(back.state(on: 91).lastRenewalAt == Scene.day(30))
        #expect(back.state(on: 91).since == Scene.day(90))
    }
}
