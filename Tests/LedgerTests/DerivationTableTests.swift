import Ledger
import Testing

/// Tests of each row of the table, each with the cases in which it does not apply.
@Suite struct DerivationTableTests {
    static let hour = 1.0 / 24
    static let minute = 1.0 / 1440
    let month = Scene().period("1", from: 0, to: 30)

    @Test("Row 1: without a transaction only a counting status of 1 or 4 gives access, until a date that Apple named")
    func unknown() {
        let renewal = Scene().renewal(30, signed: 1)
        let active = renewal.status(.active, at: 1).state(on: 2)
        #expect(active.row == .unknown && active.phase == .unknown)
        #expect(active.hasAccess && active.until == Scene.day(30))
        #expect(active.heals.map(\.reason) == [.transactionMissing])
        #expect(active.willRenew == .yes)
        let grace = Scene().renewal(30, signed: 31) { $0.gracePeriodExpiresAt = Scene.day(46) }
        #expect(grace.status(.gracePeriod, at: 31).state(on: 40).until == Scene.day(46))

        #expect(!renewal.state(on: 2).hasAccess)
        #expect(!renewal.status(.active, at: 0.5).state(on: 2).hasAccess, "a renewal snapshot is newer")
        #expect(!renewal.status(.active, at: 1).state(on: 30).hasAccess)
        #expect(!renewal.status(.expired, at: 1).state(on: 2).hasAccess)
        #expect(!Scene().status(.active, at: 1).state(on: 2).hasAccess, "no date was named")
        #expect(!Scene().state(on: 0).hasAccess)
    }

    @Test("Row 1: an upgrade whose successor is missing leaves nothing to go by")
    func upgradeWithoutSuccessor() {
        let upgraded = self.month.period("1", from: 0, to: 30, signed: 10) { $0.isUpgraded = true }
        #expect(upgraded.state(on: 12).row == .unknown)
        #expect(upgraded.state(on: 12).owningTransactionID == TransactionID("1"))
        let signed = upgraded.renewal(40, signed: 10).status(.active, at: 10).state(on: 12)
        #expect(signed.hasAccess && signed.until == Scene.day(40))
        let complete = upgraded.period("2", product: "basic", from: 10, to: 40)
        #expect(complete.state(on: 12).row == .running)
    }

    @Test("Row 2: a refunded latest period leaves another paid one running")
    func anotherPeriod() {
        let both = self.month.period("2", from: 20, to: 50) { $0.refund(on: 22) }
        let state = both.state(on: 23)
        #expect(state.row == .anotherPeriod && state.phase == .active && state.hasAccess)
        #expect(state.until == Scene.day(30) && state.willRenew == .no)
        #expect(state.transactionIDs == [TransactionID("1")] && state.transactionID == TransactionID("2"))
        #expect(both.state(on: 30).row == .revoked)
        let other = self.month.period("2", product: "basic", from: 20, to: 50) { $0.refund(on: 22) }
        #expect(other.state(on: 23).row == .revoked, "the other period was superseded")
    }

    @Test("Row 3: a refunded latest period gives nothing, with any other evidence")
    func revoked() {
        let refunded = self.month.period("1", from: 0, to: 30, signed: 5) { $0.refund(on: 4) }
        let state = refunded.renewal(30, signed: 6).status(.active, at: 6).state(on: 7)
        #expect(state.row == .revoked && state.phase == .revoked && !state.hasAccess)
        #expect(state.since == Scene.day(4) && state.until == nil && state.willRenew == .no)
        #expect(state.reason == .refunded && state.revocation?.type == "REFUND_FULL")
        let reversed = refunded.period("1", from: 0, to: 30, signed: 6) { $0.isReversal = true }
        #expect(reversed.state(on: 7).row == .running)
        let earlier = refunded.period("2", from: 30, to: 60)
        #expect(earlier.state(on: 31).row == .running, "a refund of a period that is not L changes no access")
    }

    @Test(
        "Row 3 names who took it away",
        arguments: [
            ("FAMILY_REVOKE", .familyShared, .familySharingEnded), ("ASSIGNMENT_REVOKE", .assigned, .seatRemoved),
            (nil, .familyShared, .familySharingEnded), (nil, .assigned, .seatRemoved), (nil, .purchased, .refunded),
            ("REFUND_PRORATED", .purchased, .refunded), ("SOMETHING_NEW", .purchased, .refunded),
        ] as [(String?, TransactionSnapshot.Ownership, SubscriptionState.Reason)]
    )
    func revocationReason(
        type: String?,
        ownership: TransactionSnapshot.Ownership,
        reason: SubscriptionState.Reason
    ) {
        let scene = Scene().period("1", from: 0, to: 30) {
            $0.ownership = ownership
            $0.refund(on: 4, type: type)
        }
        #expect(scene.state(on: 5).reason == reason)
    }

    @Test("Row 4: a paid period gives access until its end and not a millisecond longer")
    func running() {
        let state = self.month.renewal(30, signed: 0).state(on: 0)
        #expect(state.row == .running && state.phase == .active && state.hasAccess)
        #expect(state.since == Scene.day(0) && state.until == Scene.day(30) && state.nextChangeAt == Scene.day(30))
        #expect(state.willRenew == .yes && state.nextRenewalAt == Scene.day(30) && state.heals.isEmpty)
        #expect(self.month.state(on: 30).row != .running)
        #expect(self.month.state(on: -1).row == .running, "a purchase date ahead of the clock is not refused")
    }

    @Test("Row 5: a renewal date after the last known period proves a paid one that is missing")
    func transactionMissing() {
        let scene = self.month.renewal(60, signed: 30)
        let early = scene.state(on: 29)
        #expect(early.row == .running && early.heals.map(\.reason) == [.transactionMissing])
        let state = scene.state(on: 31)
        #expect(state.row == .transactionMissing && state.phase == .active && state.hasAccess)
        #expect(state.until == Scene.day(60) && state.heals.map(\.reason) == [.transactionMissing])
        #expect(scene.state(on: 60).row == .unconfirmed, "the leeway is counted from the last known end")
        #expect(self.month.renewal(30, signed: 0).state(on: 31).row != .transactionMissing)
    }

    @Test("Row 6: grace keeps access while the App Store tries, unless auto-renew is off or the policy says no")
    func grace() {
        let scene = self.month.renewal(30, signed: 30) {
            $0.isInBillingRetry = true
            $0.expirationIntent = 2
            $0.gracePeriodExpiresAt = Scene.day(46)
        }
        let state = scene.state(on: 30)
        #expect(state.row == .grace && state.phase == .grace && state.hasAccess)
        #expect(state.since == Scene.day(30) && state.until == Scene.day(46) && state.nextRenewalAt == nil)
        #expect(scene.state(on: 46).row == .retry)
        #expect(!scene.state(on: 31, gracePolicy: GracePolicy(keepsInGrace: false)).hasAccess)
        let off = self.month.renewal(30, autoRenew: false, signed: 30) {
            $0.isInBillingRetry = true
            $0.gracePeriodExpiresAt = Scene.day(46)
        }
        #expect(off.state(on: 31).row == .ended)
        let older = scene.period("2", from: 30, to: 60).state(on: 61)
        #expect(older.row == .unconfirmed, "the renewal speaks for another period")
    }

    @Test("Row 7: retry gives nothing and lasts 60 days, of a commitment 90", arguments: [(false, 60.0), (true, 90.0)])
    func retry(isCommitment: Bool, days: Double) {
        let commitment = TransactionSnapshot.Commitment(
            periodNumber: 3,
            periodCount: 12,
            expiresAt: Scene.day(300)
        )
        let scene = Scene()
            .period("1", from: 0, to: 30) { $0.commitment = isCommitment ? commitment : nil }
            .renewal(30, signed: 30) { $0.isInBillingRetry = true }
        let last = scene.state(on: 30 + days - Self.minute)
        #expect(last.row == .retry && last.phase == .retry && !last.hasAccess && last.until == nil)
        #expect(scene.state(on: 30 + days).row == .unconfirmed)
        let kept = scene.state(on: 31, gracePolicy: GracePolicy(keepsInRetry: true))
        #expect(kept.hasAccess && kept.until == Scene.day(30 + days))
        #expect(self.month.renewal(30, signed: 30).state(on: 31).row != .retry)
    }

    @Test(
        "Row 8: Apple's intent, or auto-renew that is off, ends it at once",
        arguments: [
            (1, true, .canceled), (2, true, .billingFailed), (3, true, .priceIncreaseNotAccepted),
            (4, true, .productUnavailable), (5, true, .ended), (77, true, .ended), (nil, false, .canceled),
        ] as [(Int?, Bool, SubscriptionState.Reason)]
    )
    func ended(intent: Int?, autoRenew: Bool, reason: SubscriptionState.Reason) {
        let scene = self.month.renewal(30, autoRenew: autoRenew, signed: 29) { $0.expirationIntent = intent }
        let state = scene.state(on: 30)
        #expect(state.row == .ended && state.phase == .expired(isConfirmed: true) && !state.hasAccess)
        #expect(state.reason == reason && state.since == Scene.day(30) && state.willRenew == .no)
        #expect(state.expirationIntent == intent && state.heals.isEmpty && state.nextChangeAt == nil)
        #expect(scene.state(on: 29).row == .running)
        #expect(self.month.renewal(30, signed: 29).state(on: 30).row == .overdue)
    }

    @Test(
        "Row 9: silence keeps access for the leeway, asks at +1, +5 and +30 minutes, and is no expiry",
        arguments: [(StoreEnvironment.production, 60.0), (.sandbox, 2), (.xcode, 2)]
    )
    func overdue(environment: StoreEnvironment, leewayMinutes: Double) {
        let chain = self.month.renewal(30, signed: 0).chain
        let derive = { (day: Double, gracePolicy: GracePolicy) in
            chain.state(at: Scene.day(day), environment: environment, gracePolicy: gracePolicy)
        }
        let state = derive(30, GracePolicy())
        let end = 30 + leewayMinutes * Self.minute
        #expect(state.row == .overdue && state.phase == .overdue && state.hasAccess)
        #expect(state.until == Scene.day(end) && state.willRenew == .yes)
        let instants = [1.0, 5, 30].map { Scene.day(30 + $0 * Self.minute) }
        #expect(state.heals == [HealingRequest(reason: .overdue, schedule: .at(instants))])
        #expect(derive(end, GracePolicy()).row == .unconfirmed)
        #expect(!derive(30, GracePolicy(keepsWhenOverdue: false)).hasAccess)
    }

    @Test("Row 10: longer silence ends access unconfirmed, and is asked about daily for 60 days")
    func unconfirmed() throws {
        let state = self.month.state(on: 31)
        #expect(state.row == .unconfirmed && state.phase == .expired(isConfirmed: false) && !state.hasAccess)
        #expect(state.since == Scene.day(30) && state.willRenew == .unknown)
        let request = try #require(state.heals.first)
        #expect(state.heals.count == 1 && request.reason == .expiredUnconfirmed)
        let first = Scene.day(30) + .hours(1)
        #expect(request.nextDueAt(askedAt: nil) == first)
        #expect(request.nextDueAt(askedAt: first) == first + .days(1))
        #expect(request.nextDueAt(askedAt: first + .days(58)) == first + .days(59))
        #expect(request.nextDueAt(askedAt: first + .days(59)) == nil)
    }

    @Test("A period that ended before time began is never asked about again", arguments: [Int64.min, Int64.min + 1, 0])
    func endedBeforeTime(milliseconds: Int64) throws {
        let end = Instant(milliseconds: milliseconds)
        let schedule = HealingRequest.Schedule.daily(from: end, until: end + .days(60))
        let request = HealingRequest(reason: .expiredUnconfirmed, schedule: schedule)
        #expect(request.nextDueAt(askedAt: Instant(milliseconds: .max)) == nil)
        #expect(request.nextDueAt(askedAt: Scene.day(0)) == nil)
        #expect(request.nextDueAt(askedAt: end) == end + .days(1))
    }
}
