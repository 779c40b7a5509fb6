import Ledger
import PurserTesting
import Testing

/// Later evidence leaves the days as they were shown, as far as it can.
extension SubscriptionFiguresTests {
    /// Returns the values before a day, without those that are about the day of a purchase and change later.
    private static func past(_ rows: FigureRows, before day: Double) -> [FigureKey: FigureValues] {
        var past: [FigureKey: FigureValues] = [:]
        for (key, values) in rows.rows where key.bucket < FigureBucket(Scene.day(day)) {
            var values = values
            for figure in [Figure.refundsOfSales, .refundAmountOfSales, .convertedTrials] { values[figure] = 0 }
            if !values.isZero { past[key] = values }
        }
        return past
    }

    private static let free = Offer(type: 1, identifier: nil, discountType: "FREE_TRIAL", period: "P1M")
    /// A period of 30 days whose payment fails at its end, with grace until day 46 and without.
    private static let first = Self.period("1", from: 0, to: 30, reason: .purchase)
    private static let failedInGrace = [
        Self.renewal(on: 0, end: 30), Self.renewal(on: 30.25, end: 30, grace: 46, intent: 2, isRetrying: true),
    ]
    private static let failed = [
        Self.renewal(on: 0, end: 30), Self.renewal(on: 30.25, end: 30, intent: 2, isRetrying: true),
    ]

    /// A year that is refunded on day 10, and whose refund Apple reverses on day 41.
    private static let reversed: [TransactionSnapshot] = {
        let period = Self.period("1", from: 0, to: 365, reason: .purchase, price: 59_990)
        return [period] + Self.reversal(of: period)
    }()

    private static func reversal(of period: TransactionSnapshot) -> [TransactionSnapshot] {
        var refunded = period
        (refunded.signedAt, refunded.digest) = (Scene.day(10), .number(2))
        refunded.refund(on: 10)
        var reversed = period
        (reversed.signedAt, reversed.digest, reversed.isReversal) = (Scene.day(41), .number(3), true)
        return [refunded, reversed]
    }

    /// A month that Apple extends by 30 days on day 20.
    private static let extended: [TransactionSnapshot] = {
        var longer = Self.period("1", from: 0, to: 60, reason: .purchase)
        (longer.signedAt, longer.digest) = (Scene.day(20), .number(2))
        return [Self.first, longer]
    }()

    @Test("Grace lasts until a late payment, with which the next period begins")
    func paidInGrace() {
        let before = Self.figures([Self.first], Self.failedInGrace)
        #expect(Self.days(.grace, before) == [30: 1, 46: -1] && Self.days(.endsBilling, before) == [46: 1])
        #expect(Self.days(.retry, before) == [46: 1, 90: -1])
        let rows = Self.figures(
            [Self.first, Self.period("2", from: 30, to: 60)],
            Self.failedInGrace + [Self.renewal(on: 35, end: 60)]
        )
        #expect(Self.past(rows, before: 35) == Self.past(before, before: 35))
        #expect(Self.days(.grace, rows) == [30: 1, 35: -1])
        #expect(Self.days(.recurringGrace, rows) == [30: 9990, 35: -9990])
        #expect(Self.days(.paid, rows) == [0: 1, 30: -1, 35: 1, 60: -1])
        #expect(Self.days(.recurring, rows) == [0: 9990, 30: -9990, 35: 9990, 60: -9990])
        #expect(Self.days(.renewalSales, rows) == [35: 1] && Self.days(.endsOther, rows) == [60: 1])
        for figure in [Figure.endsBilling, .recoveries, .returns, .retry] {
            #expect(Self.days(figure, rows).isEmpty, "\(figure)")
        }
    }

    @Test("A trial that is paid late in grace converts on the day of the payment")
    func convertedInGrace() {
        let trial = Self.period("1", from: 0, to: 30, reason: .purchase, price: 0, offer: Self.free)
        let before = Self.figures([trial], Self.failedInGrace)
        let rows = Self.figures(
            [trial, Self.period("2", from: 30, to: 60)],
            Self.failedInGrace + [Self.renewal(on: 35, end: 60)]
        )
        #expect(Self.past(rows, before: 35) == Self.past(before, before: 35))
        #expect(Self.days(.trials, rows) == [0: 1, 30: -1] && Self.days(.grace, rows) == [30: 1, 35: -1])
        #expect(Self.days(.trialConversions, rows) == [35: 1] && Self.days(.convertedTrials, rows) == [0: 1])
        #expect(Self.days(.renewalSales, rows) == [35: 1] && Self.days(.paid, rows) == [35: 1, 60: -1])
    }

    @Test("A cancellation in grace ends it then, also after the customer has returned")
    func canceledInGrace() {
        let before = Self.figures([Self.first], Self.failedInGrace)
        let renewals = Self.failedInGrace + [Self.renewal(on: 35, end: 30, autoRenew: false, intent: 1)]
        let rows = Self.figures([Self.first], renewals)
        #expect(Self.past(rows, before: 35) == Self.past(before, before: 35))
        #expect(Self.days(.grace, rows) == [30: 1, 35: -1] && Self.days(.endsVoluntary, rows) == [35: 1])
        #expect(Self.days(.endsBilling, rows).isEmpty && Self.days(.retry, rows).isEmpty)
        let back = Self.figures(
            [Self.first, Self.period("2", from: 100, to: 130, reason: .purchase)],
            renewals + [Self.renewal(on: 100, end: 130)]
        )
        #expect(Self.past(back, before: 100) == Self.past(rows, before: 100))
        #expect(Self.days(.returns, back) == [100: 1])
    }

    @Test(
        "A cancellation while the App Store tries to bill ends that, and is no reason of the end before",
        arguments: [true, false]
    )
    func canceledInRetry(hasGrace: Bool) {
        let failed = hasGrace ? Self.failedInGrace : Self.failed
        let before = Self.figures([Self.first], failed)
        let renewals = failed + [Self.renewal(on: 50, end: 30, autoRenew: false, intent: 1)]
        let rows = Self.figures([Self.first], renewals)
        #expect(Self.past(rows, before: 50) == Self.past(before, before: 50))
        let end: Double = hasGrace ? 46 : 30
        #expect(Self.days(.endsBilling, rows) == [end: 1] && Self.days(.endsVoluntary, rows).isEmpty)
        #expect(Self.days(.retry, rows) == [end: 1, 50: -1])
        let back = Self.figures(
            [Self.first, Self.period("2", from: 100, to: 130, reason: .purchase)],
            renewals + [Self.renewal(on: 100, end: 130)]
        )
        #expect(Self.past(back, before: 100) == Self.past(rows, before: 100))
    }

    @Test("An end by billing stays one when the customer returns, though Apple turned auto-renew off after it")
    func givenUp() {
        let ended = Self.renewal(on: 90, end: 30, autoRenew: false, intent: 2)
        let periods = [Self.first, Self.period("2", from: 200, to: 230, reason: .purchase)]
        let rows = Self.figures(periods, Self.failed + [ended, Self.renewal(on: 200, end: 230)])
        #expect(Self.days(.endsBilling, rows) == [30: 1] && Self.days(.endsVoluntary, rows).isEmpty)
        #expect(Self.days(.retry, rows) == [30: 1, 90: -1] && Self.days(.returns, rows) == [200: 1])
        let unknown = Self.figures(
            periods,
            [Self.renewal(on: 0, end: 30), ended, Self.renewal(on: 200, end: 230)]
        )
        #expect(Self.days(.endsVoluntary, unknown).isEmpty, "Auto-renew was on at the end.")
        #expect(Self.days(.endsOther, unknown) == [30: 1, 230: 1], "Nothing states that a payment failed.")
    }

    @Test("Retry ends when Apple first states it, and later answers move nothing")
    func answeredLater() {
        let ended = Self.failed + [Self.renewal(on: 75, end: 30, autoRenew: false, intent: 2)]
        let rows = Self.figures(
            [Self.first],
            ended + [Self.renewal(on: 80, end: 30, autoRenew: false, intent: 2)]
        )
        #expect(Self.days(.retry, rows) == [30: 1, 75: -1])
        #expect(rows == Self.figures([Self.first], ended))
    }

    @Test("The App Store tries for 90 days in a 12-month commitment")
    func commitment() {
        var period = Self.first
        period.commitment = TransactionSnapshot.Commitment(periodNumber: 1, periodCount: 12, expiresAt: nil)
        let rows = Self.figures([period], Self.failed)
        #expect(Self.days(.retry, rows) == [30: 1, 120: -1])
    }

    @Test("A reversed refund leaves the end that the refund caused, and the period runs again from the reversal on")
    func reversedRefund() {
        let renewals = [Self.renewal(on: 5, end: 365, autoRenew: false)]
        let before = Self.figures(Array(Self.reversed.prefix(2)), renewals)
        let rows = Self.figures(Self.reversed, renewals)
        #expect(Self.past(rows, before: 41) == Self.past(before, before: 41))
        #expect(Self.days(.paid, rows) == [0: 1, 10: -1, 41: 1, 365: -1])
        #expect(Self.days(.recurring, rows) == [0: 4999, 10: -4999, 41: 4999, 365: -4999])
        #expect(Self.days(.canceled, rows) == [5: 1, 10: -1, 41: 1, 365: -1])
        #expect(Self.days(.endsRefunded, rows) == [10: 1] && Self.days(.returns, rows) == [41: 1])
        #expect(Self.days(.starts, rows) == [0: 1] && Self.days(.endsVoluntary, rows) == [365: 1])
        #expect(Self.days(.refunds, rows) == [10: 1] && Self.days(.reversedRefunds, rows) == [41: 1])
        #expect(Self.days(.refundsOfSales, rows).isEmpty && Self.days(.refundAmountOfSales, rows).isEmpty)
        #expect(rows.cohorts.map(\.key.period).sorted() == [0, 1])
    }

    @Test("A refund that Apple reverses after the period ended it on its own day, also where the customer came back")
    func reversedAfterEnd() {
        let next = Self.period("2", from: 20, to: 50, reason: .purchase)
        let periods = [Self.first] + Self.reversal(of: Self.first)
        let before = Self.figures(Array(periods.prefix(2)) + [next])
        let rows = Self.figures(periods + [next])
        #expect(Self.past(rows, before: 41) == Self.past(before, before: 41))
        #expect(Self.days(.paid, rows) == [0: 1, 10: -1, 20: 1, 50: -1])
        #expect(Self.days(.endsRefunded, rows) == [10: 1] && Self.days(.returns, rows) == [20: 1])
        let alone = Self.figures(periods)
        #expect(Self.days(.paid, alone) == [0: 1, 10: -1] && Self.days(.returns, alone).isEmpty)
        #expect(Self.days(.endsRefunded, alone) == [10: 1] && Self.days(.endsOther, alone).isEmpty)
    }

    @Test("A sale whose seats are refunded in steps counts as one that was refunded")
    func seatRefunds() {
        func seats(_ revoked: Int, signed day: Double) -> TransactionSnapshot {
            var snapshot = Self.first
            snapshot.quantity = 10
            snapshot.seats = Seats(revokedCount: revoked)
            (snapshot.signedAt, snapshot.digest) = (Scene.day(day), .number(UInt64(day + 1)))
            return snapshot
        }
        let steps = [seats(0, signed: 0), seats(2, signed: 5), seats(5, signed: 10), seats(10, signed: 15)]
        let rows = Self.figures(steps)
        #expect(Self.days(.newSales, rows) == [0: 1] && Self.days(.refundsOfSales, rows) == [0: 1])
        #expect(Self.days(.refunds, rows) == [5: 1, 10: 1, 15: 1])
        #expect(Self.days(.refundAmountOfSales, rows) == [0: 99_900])
        var revoked = seats(2, signed: 10)
        revoked.refund(on: 10)
        var undone = seats(2, signed: 20)
        undone.isReversal = true
        let rest = Self.figures([seats(0, signed: 0), seats(2, signed: 5), revoked, undone])
        #expect(Self.days(.reversedRefunds, rest) == [20: 1])
        #expect(Self.days(.refundsOfSales, rest) == [0: 1], "Two seats stay refunded.")
        #expect(Self.days(.refundAmountOfSales, rest) == [0: 19_980])
    }

    @Test("A period that Apple extends keeps its monthly revenue of the days before")
    func extendedPeriod() {
        let renewals = [Self.renewal(on: 0, end: 30), Self.renewal(on: 20, end: 60)]
        let before = Self.figures([Self.first], Array(renewals.prefix(1)))
        let rows = Self.figures(Self.extended, renewals)
        #expect(Self.past(rows, before: 20) == Self.past(before, before: 20))
        #expect(Self.days(.recurring, rows) == [0: 9990, 60: -9990])
        let renewed = Self.figures(
            Self.extended + [Self.period("2", from: 60, to: 90)],
            renewals + [Self.renewal(on: 60, end: 90)]
        )
        #expect(Self.days(.recurring, renewed) == [0: 9990, 90: -9990])
    }

    @Test("Evidence one by one gives the same figures in every order", arguments: 0..<12)
    func orders(seed: UInt64) {
        let second = Self.period("2", from: 30, to: 60)
        let back = Self.period("2", from: 100, to: 130, reason: .purchase)
        let soon = Self.period("2", from: 20, to: 50, reason: .purchase)
        let returned = Self.renewal(on: 100, end: 130)
        let canceled = Self.renewal(on: 50, end: 30, autoRenew: false, intent: 1)
        let stories: [(periods: [TransactionSnapshot], renewals: [LedgerFact])] = [
            ([Self.first, second], Self.failedInGrace + [Self.renewal(on: 35, end: 60)]),
            ([Self.first, back], Self.failedInGrace + [canceled, returned]),
            ([Self.first, back], Self.failed + [canceled, returned]),
            (Self.reversed, [Self.renewal(on: 5, end: 365, autoRenew: false)]),
            ([Self.first, soon] + Self.reversal(of: Self.first), []),
            (
                Self.extended + [Self.period("2", from: 60, to: 90)],
                [Self.renewal(on: 0, end: 30), Self.renewal(on: 20, end: 60), Self.renewal(on: 60, end: 90)]
            ),
        ]
        var generator = SeededGenerator(seed: seed)
        for (number, story) in stories.enumerated() {
            var facts = story.periods.map(LedgerFact.transaction) + story.renewals
            facts.shuffle(using: &generator)
            var fold = LedgerFold()
            var kept = FigureRows()
            for fact in facts {
                let former = fold.chains
                fold.take(fact)
                for chain in fold.chains {
                    kept.add(FigureChange(from: former, to: chain).rows)
                }
            }
            #expect(kept == Self.figures(story.periods, story.renewals), "story \(number)")
        }
    }
}
