import Ledger
import PurserTesting
import Testing

/// The figures of stories that were counted by hand; days are those since the first period began.
@Suite struct SubscriptionFiguresTests {
    static func period(
        _ id: String,
        from: Double,
        to: Double,
        product: String = "pro",
        reason: TransactionSnapshot.Reason = .renewal,
        price: Int64 = 9990,
        offer: Offer? = nil
    ) -> TransactionSnapshot {
        Scene.snapshot(id, product: product, from: from, to: to) { snapshot in
            snapshot.price = Money(amountMilliunits: price, currency: "USD")
            snapshot.storefront = "USA"
            snapshot.reason = reason
            snapshot.offer = offer
            snapshot.webOrderLineItemID = WebOrderLineItemID("7\(id)")
        }
    }

    static func renewal(
        on day: Double,
        end: Double,
        autoRenew: Bool = true,
        grace: Double? = nil,
        intent: Int? = nil,
        isRetrying: Bool = false
    ) -> LedgerFact {
        .renewal(
            RenewalSnapshot(
                originalTransactionID: OriginalTransactionID("1"),
                productID: ProductID("pro"),
                autoRenew: autoRenew,
                renewalAt: Scene.day(end),
                gracePeriodExpiresAt: grace.map(Scene.day),
                isInBillingRetry: isRetrying,
                expirationIntent: intent,
                signedAt: Scene.day(day),
                digest: .number(UInt64(day * 100))
            )
        )
    }

    static func figures(
        _ periods: [TransactionSnapshot],
        _ renewals: [LedgerFact] = [],
        in environment: StoreEnvironment = .production
    ) -> FigureRows {
        var rows = FigureRows()
        for chain in LedgerFold(periods.map(LedgerFact.transaction) + renewals).chains {
            rows.add(FigureChange.figures(of: chain, in: environment))
        }
        return rows
    }

    /// Returns what is added to a figure, by day.
    static func days(_ figure: Figure, _ rows: FigureRows) -> [Double: Int64] {
        var days: [Double: Int64] = [:]
        for (key, values) in rows.rows where values[figure] != 0 {
            let bucket = key.bucket.number - FigureBucket(Scene.day(0)).number
            days[Double(bucket) / 96, default: 0] += values[figure]
        }
        return days.filter { $0.value != 0 }
    }

    /// Returns the only cell of the cohorts that has money.
    private static func money(_ rows: FigureRows) -> (key: CohortKey, value: CohortSum)? {
        let cells = rows.cohorts.filter { $0.value.amountMilliunits != 0 }
        return cells.count == 1 ? cells.first.map { ($0.key, $0.value) } : nil
    }

    @Test("A subscription that renews once and is canceled")
    func canceled() {
        let rows = Self.figures(
            [Self.period("1", from: 0, to: 30, reason: .purchase), Self.period("2", from: 30, to: 60)],
            [
                Self.renewal(on: 0, end: 30), Self.renewal(on: 30, end: 60),
                Self.renewal(on: 45, end: 60, autoRenew: false),
                Self.renewal(on: 61, end: 60, autoRenew: false, intent: 1),
            ]
        )
        #expect(Self.days(.starts, rows) == [0: 1])
        #expect(Self.days(.newSales, rows) == [0: 1] && Self.days(.renewalAmount, rows) == [30: 9990])
        #expect(Self.days(.paid, rows) == [0: 1, 60: -1])
        #expect(Self.days(.recurring, rows) == [0: 9990, 60: -9990])
        #expect(Self.days(.canceled, rows) == [45: 1, 60: -1])
        #expect(Self.days(.recurringCanceled, rows) == [45: 9990, 60: -9990])
        #expect(Self.days(.endsVoluntary, rows) == [60: 1])
        for figure in [Figure.endsBilling, .endsOther, .endsRefunded, .retry, .grace, .returns, .recoveries] {
            #expect(Self.days(figure, rows).isEmpty, "\(figure)")
        }
        #expect(rows.cohorts.map(\.key.period).sorted() == [0, 1, 2])
        #expect(Self.money(rows)?.key.currency == "USD" && Self.money(rows)?.key.period == 0)
        #expect(Self.money(rows)?.value == CohortSum(subscriptions: 1, amountMilliunits: 19_980))
    }

    @Test("A trial that converts, then a failed payment with grace, a recovery, and a return after an end")
    func trial() {
        let free = Offer(type: 1, identifier: nil, discountType: "FREE_TRIAL", period: "P1W")
        let rows = Self.figures(
            [
                Self.period("1", from: 0, to: 7, reason: .purchase, price: 0, offer: free),
                Self.period("2", from: 7, to: 37), Self.period("3", from: 60, to: 90),
                Self.period("4", from: 200, to: 230, reason: .purchase),
            ],
            [
                Self.renewal(on: 37.1, end: 37, grace: 43, intent: 2, isRetrying: true),
                Self.renewal(on: 80, end: 90, autoRenew: false),
            ]
        )
        #expect(Self.days(.trialStarts, rows) == [0: 1] && Self.days(.introductoryOffers, rows) == [0: 1])
        #expect(Self.days(.trials, rows) == [0: 1, 7: -1])
        #expect(Self.days(.trialConversions, rows) == [7: 1] && Self.days(.convertedTrials, rows) == [0: 1])
        #expect(Self.days(.paid, rows) == [7: 1, 37: -1, 60: 1, 90: -1, 200: 1, 230: -1])
        #expect(Self.days(.grace, rows) == [37: 1, 43: -1])
        #expect(Self.days(.recurringGrace, rows) == [37: 9990, 43: -9990])
        #expect(Self.days(.retry, rows) == [43: 1, 60: -1])
        #expect(Self.days(.endsBilling, rows) == [43: 1] && Self.days(.recoveries, rows) == [60: 1])
        #expect(Self.days(.endsVoluntary, rows) == [90: 1] && Self.days(.returns, rows) == [200: 1])
        #expect(Self.days(.endsOther, rows) == [230: 1], "Nothing is known about the last end yet.")
        #expect(Self.days(.starts, rows) == [0: 1])
        #expect(rows.cohorts.map(\.key.period).sorted() == [0, 1, 2, 3])
    }

    @Test("A payment that fails and stays open is retried for 60 days, and counts as an end at once")
    func retry() {
        let rows = Self.figures(
            [Self.period("1", from: 0, to: 30, reason: .purchase)],
            [Self.renewal(on: 30, end: 30, intent: 2, isRetrying: true)]
        )
        #expect(Self.days(.endsBilling, rows) == [30: 1])
        #expect(Self.days(.retry, rows) == [30: 1, 90: -1])
        let over = Self.figures(
            [Self.period("1", from: 0, to: 30, reason: .purchase)],
            [Self.renewal(on: 75, end: 30, intent: 2)]
        )
        #expect(Self.days(.retry, over) == [30: 1, 75: -1], "Apple states that it tries no longer.")
    }

    @Test("A change of product is no end, and a refund ends a period on its own day")
    func change() {
        var refunded = Self.period("2", from: 10, to: 375, product: "pro.yearly", reason: .purchase, price: 59_990)
        refunded.revocation = Revocation(
            revokedAt: Scene.day(20),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: nil
        )
        let rows = Self.figures([Self.period("1", from: 0, to: 30, reason: .purchase), refunded])
        #expect(Self.days(.productArrivals, rows) == [10: 1] && Self.days(.productDepartures, rows) == [10: 1])
        #expect(Self.days(.paid, rows) == [0: 1, 20: -1])
        #expect(Self.days(.recurring, rows) == [0: 9990, 10: 4999 - 9990, 20: -4999])
        #expect(Self.days(.endsRefunded, rows) == [20: 1])
        #expect(Self.days(.refunds, rows) == [20: 1] && Self.days(.refundAmount, rows) == [20: 59_990])
        #expect(Self.days(.refundAmountOfSales, rows) == [10: 59_990])
        #expect(Self.days(.credits, rows) == [10: 1], "The rest of the first period.")
        #expect(Self.days(.endsOther, rows).isEmpty && Self.days(.endsVoluntary, rows).isEmpty)
        let money = Self.money(rows)
        #expect(
            money?.key.product == ProductID("pro") && money?.value.amountMilliunits == 9990,
            "Credits do not count."
        )
        let departed = rows.rows.first { $0.value[.productDepartures] == 1 }
        #expect(departed?.key.group.product == ProductID("pro"))
    }

    @Test("A refund after the end of a period ends nothing where a renewal followed")
    func lateRefund() {
        var refunded = Self.period("1", from: 0, to: 30, reason: .purchase)
        refunded.revocation = Revocation(
            revokedAt: Scene.day(50),
            reason: 0,
            type: "REFUND_FULL",
            percentageMilliunits: nil
        )
        let rows = Self.figures([refunded, Self.period("2", from: 30.02, to: 60)])
        #expect(Self.days(.refunds, rows) == [50: 1])
        #expect(Self.days(.endsOther, rows) == [60: 1], "Only the second period ends.")
        for figure in [Figure.endsBilling, .endsRefunded, .recoveries, .returns, .retry] {
            #expect(Self.days(figure, rows).isEmpty, "\(figure)")
        }
    }

    @Test("Later transactions of receipts, which state no reason, are renewals for as long as Apple tries to bill one")
    func receipts() {
        let starts = [0.0, 30.02, 80, 300]
        let periods = starts.enumerated().map { place, start in
            var period = Self.period("\(place + 1)", from: start, to: start + 30)
            period.reason = nil
            return period
        }
        let rows = Self.figures(periods)
        #expect(Self.days(.newSales, rows) == [0: 1])
        #expect(Self.days(.renewalSales, rows).values.reduce(0, +) == 3)
        #expect(Self.days(.recoveries, rows) == [80: 1] && Self.days(.returns, rows) == [300: 1])
        #expect(Self.days(.endsBilling, rows).values.reduce(0, +) == 1)
    }

    @Test("A subscription is in the cohort of its first period, in the currency of the first price that is known")
    func cohortCurrency() {
        var first = Self.period("1", from: 0, to: 30, reason: .purchase)
        first.price = nil
        let before = Self.figures([first])
        #expect(Self.money(before) == nil && before.cohorts.keys.allSatisfy { $0.currency == nil })
        var third = Self.period("3", from: 60, to: 90)
        third.price = Money(amountMilliunits: 8990, currency: "EUR")
        let rows = Self.figures([first, Self.period("2", from: 30, to: 60), third])
        let cells = rows.cohorts.filter { $0.key.period == 0 }
        let found = Dictionary(uniqueKeysWithValues: cells.map { ($0.key.currency, $0.value) })
        let expected: [String?: CohortSum] = [
            "USD": CohortSum(subscriptions: 1, amountMilliunits: 9990), "EUR": CohortSum(amountMilliunits: 8990),
        ]
        #expect(found == expected)
    }

    @Test("Seats whose evidence states the average price count with the price of all of them")
    func seats() {
        var period = Self.period("1", from: 0, to: 30, reason: .purchase)
        period.quantity = 3
        period.seats = Seats()
        let rows = Self.figures([period])
        #expect(Self.days(.newAmount, rows) == [0: 29_970])
        #expect(Self.days(.recurring, rows) == [0: 29_970, 30: -29_970])
        period.revocation = Revocation(
            revokedAt: Scene.day(5),
            reason: 0,
            type: "REFUND_PRORATED",
            percentageMilliunits: nil
        )
        let refunded = Self.figures([period])
        #expect(Self.days(.refunds, refunded).isEmpty, "Apple states no share.")
        #expect(Self.days(.creditAmount, refunded) == [5: 29_970])
    }

    @Test("A stock that is impossibly large stays at the limit")
    func limit() {
        let cell = FigureCell(product: nil, storefront: nil, currency: nil)
        var values = FigureValues()
        values[.recurring] = .max
        let answer = FigureAnswer(flows: [[cell: values]], base: [cell: values], hasStocks: true)
        #expect(answer.spans.first?[cell]?[.recurring] == .max)
    }

    @Test("Outside of Production there is no money, and what a family shares is apart")
    func apart() {
        let tested = Self.figures([Self.period("1", from: 0, to: 30, reason: .purchase)], in: .sandbox)
        #expect(Self.days(.starts, tested) == [0: 1] && Self.days(.paid, tested) == [0: 1, 30: -1])
        #expect(
            tested.rows.values.allSatisfy { values in
                Figure.allCases.allSatisfy { !$0.isAmount || values[$0] == 0 } && values[.newSales] == 0
            }
        )
        #expect(Self.money(tested) == nil && tested.cohorts.count == 2)
        var shared = Self.period("1", from: 0, to: 30, reason: .purchase)
        shared.ownership = .familyShared
        let rows = Self.figures([shared])
        #expect(Self.days(.shared, rows) == [0: 1, 30: -1])
        #expect(Self.days(.starts, rows).isEmpty && Self.days(.paid, rows).isEmpty && rows.cohorts.isEmpty)
    }

    @Test(
        "Monthly recurring revenue follows the published formula",
        arguments: [
            (7, 2990, 13_001), (14, 5990, 13_023), (30, 9990, 9990), (31, 9990, 9990), (61, 9990, 4995),
            (91, 29_990, 9997), (182, 59_990, 9998), (365, 99_990, 8333), (366, 99_990, 8333), (3, 990, 10_044),
        ]
    )
    func monthly(days: Int64, price: Int64, expected: Int64) {
        let begin = Scene.day(0)
        #expect(RecurringRevenue.monthly(priceMilliunits: price, from: begin, to: begin + .days(days)) == expected)
    }

    @Test("A bucket is a quarter of an hour, before 1970 too")
    func buckets() {
        #expect(FigureBucket(Instant(milliseconds: 899_999)).number == 0)
        #expect(FigureBucket(Instant(milliseconds: 900_000)).number == 1)
        #expect(FigureBucket(Instant(milliseconds: -1)).number == -1)
        #expect(FigureBucket(Instant(milliseconds: -900_000)).number == -1)
    }

    @Test(
        "Days begin at midnight of their time zone, also where clocks change",
        arguments: [
            ("UTC", "2026-03-29T00:00:00Z"), ("Europe/Berlin", "2026-03-28T23:00:00Z"),
            ("Europe/Berlin", "2026-03-29T22:00:00Z"), ("Asia/Kathmandu", "2026-03-28T18:15:00Z"),
            ("America/St_Johns", "2026-11-01T02:30:00Z"), ("Pacific/Kiritimati", "2026-03-28T10:00:00Z"),
        ]
    )
    func calendar(zone: String, midnight: String) throws {
        let bucket = FigureBucket(try #require(Instant(rfc3339: midnight)))
        let calendar = FigureCalendar(timeZone: zone)
        let day = calendar.day(of: bucket)
        #expect(calendar.firstDay(from: bucket) == day)
        #expect(calendar.firstDay(from: FigureBucket(number: bucket.number + 1)) == day + 1)
        #expect(calendar.begin(of: day) == bucket)
        #expect(calendar.day(of: FigureBucket(number: bucket.number - 1)) == day + -1)
    }
}
