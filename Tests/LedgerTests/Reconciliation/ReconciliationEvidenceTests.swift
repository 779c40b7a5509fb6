import Ledger
import PurserTesting
import Testing

/// Tests of which evidence explains a difference, and which does not.
@Suite struct ReconciliationEvidenceTests {
    private static let day = PacificDay(number: 20_540)

    private static func group(
        _ offset: Int64 = 0,
        _ direction: SaleGroup.Direction = .sale,
        price: Int64? = 4990,
        _ period: SaleGroup.Period = .none
    ) -> SaleGroup {
        SaleGroup(
            day: Self.day + offset,
            product: ProductID("coins"),
            storefront: "DE",
            currency: price == nil ? nil : "EUR",
            unitPriceMilliunits: price,
            direction: direction,
            period: period
        )
    }

    private static func sold(
        _ group: SaleGroup,
        _ id: String,
        units: Int64 = 1000,
        as part: SalesTally.Part = .money
    ) -> SoldMonth.Sold {
        let signed = group.direction == .refund ? -units : units
        return SoldMonth.Sold(id: TransactionID(id), group: group, units: signed, part: part)
    }

    private static func row(_ group: SaleGroup, units: Int64 = 1000, rate: Int64 = 2940) -> SoldMonth.Row {
        let signed = group.direction == .refund ? -units : units
        return SoldMonth.Row(group: group, units: signed, rate: SaleSum.Rate(currency: "EUR", unitMilliunits: rate))
    }

    private static func compare(
        _ sold: [SoldMonth.Sold],
        _ rows: [SoldMonth.Row],
        reported: ClosedRange<Int64> = -9...9
    ) -> Reconciliation {
        Reconciliation(
            ours: SoldMonth.ours(sold),
            theirs: SoldMonth.theirs(rows),
            reported: Set(reported.map { Self.day + $0 }),
            products: [ProductID("coins")]
        )
    }

    private static func causes(_ found: Reconciliation) -> [[SaleDifference.Cause]] { found.differences.map(\.causes) }

    private static func outcomes(_ found: Reconciliation) -> [SaleDifference.Outcome] {
        found.differences.map(\.outcome)
    }

    @Test("A refund that Apple reversed is no removed sale, whichever of both the report states")
    func reversedRefund() {
        let sold = [
            Self.sold(Self.group(-2), "1"), Self.sold(Self.group(0, .refund), "1"), Self.sold(Self.group(3), "1"),
        ]
        let both = Self.compare(
            sold,
            [Self.row(Self.group(-2)), Self.row(Self.group(0, .refund)), Self.row(Self.group(3))]
        )
        #expect(both.differences.isEmpty)
        let neither = Self.compare(sold, [Self.row(Self.group(-2))])
        #expect(Self.causes(neither) == [[.reversedRefund], [.reversedRefund]])
        #expect(Self.outcomes(neither) == [.explained(.reversedRefund), .explained(.reversedRefund)])
        let sameDay = Self.compare(
            [Self.sold(Self.group(), "1"), Self.sold(Self.group(0, .refund), "1"), Self.sold(Self.group(), "1")],
            [Self.row(Self.group())]
        )
        #expect(Self.causes(sameDay) == [[.reversedRefund], [.reversedRefund]])
        // The ledger has no dates of either: fetching the history may add them.
        let unknown = Self.compare(
            [Self.sold(Self.group(-2), "1")],
            [Self.row(Self.group(-2)), Self.row(Self.group(0, .refund)), Self.row(Self.group(3))]
        )
        #expect(Self.causes(unknown) == [[.missingInLedger, .reversedRefund], [.missingInLedger, .reversedRefund]])
        #expect(Self.outcomes(unknown) == [.unexplained, .unexplained])
    }

    @Test(
        "A renewal that was charged a day before its period is explained, also where the next or last day has no report"
    )
    func earlyRenewal() {
        let sold = [Self.sold(Self.group(1, .sale, .renewal), "1")]
        let rows = [Self.row(Self.group(0, .sale, .renewal))]
        let inside = Self.compare(sold, rows)
        #expect(Self.outcomes(inside) == [.explained(.adjacentDay)] && Self.causes(inside) == [[.shiftedDay]])
        let last = Self.compare(sold, rows, reported: -9...0)
        #expect(Self.outcomes(last) == [.explained(.adjacentDay)])
        #expect(Self.causes(last) == [[.shiftedDay, .missingInLedger]])
        #expect(last.differences.first?.step == .fetchReport(Self.day + 1))
        let first = Self.compare(sold, [], reported: 1...9)
        #expect(Self.outcomes(first) == [.explained(.adjacentDay)])
        #expect(Self.causes(first) == [[.shiftedDay, .missingInReport]])
        #expect(first.differences.first?.step == .fetchReport(Self.day))
        // Of two that the report has more, one renewal of the next day explains one.
        let more = Self.compare(sold, rows + rows, reported: -9...0)
        #expect(Set(Self.outcomes(more)) == [.explained(.adjacentDay), .unexplained])
        // A renewal that the report has a day late is none that was charged early.
        let late = Self.compare([Self.sold(Self.group(-1, .sale, .renewal), "1")], rows, reported: 0...9)
        #expect(Self.outcomes(late) == [.unexplained])
        // Only renewals are charged early.
        let new = Self.compare([Self.sold(Self.group(1, .sale, .new), "1")], [], reported: 1...9)
        #expect(Self.outcomes(new) == [.unexplained])
    }

    private static func group(
        _ offset: Int64,
        _ direction: SaleGroup.Direction,
        _ period: SaleGroup.Period
    ) -> SaleGroup { Self.group(offset, direction, price: 4990, period) }

    @Test("A lost purchase is not explained away by a charge that failed some days apart")
    func lostBesideFailed() {
        for offset in [-7, -3, -2, 2, 3, 7] as [Int64] {
            let found = Self.compare([Self.sold(Self.group(offset), "1")], [Self.row(Self.group())])
            #expect(Self.outcomes(found) == [.unexplained], "\(offset)")
            #expect(Self.causes(found) == [[.lateSale, .missingInLedger]], "\(offset)")
            #expect(found.day(Self.day)?.daysToHeal == [Self.day], "\(offset)")
        }
    }

    @Test("Purchases of unknown price that exceed what the report has are a difference too")
    func unpricedTooMany() {
        let unpriced = Self.group(price: nil)
        let sold = ["1", "2", "3"].map { Self.sold(unpriced, $0, as: .unpriced) }
        let found = Self.compare(sold, [Self.row(Self.group(), units: 2000)])
        let explained = found.differences.filter { $0.outcome == .explained(.withoutPrice) }
        #expect(explained.map(\.unitsThousandths) == [2000] && explained.map(\.causes) == [[.priceUnknown]])
        let rest = found.differences.filter { $0.outcome == .unexplained }
        #expect(rest.map(\.unitsThousandths) == [1000])
        #expect(rest.map(\.causes) == [[.missingInReport, .doubledInLedger, .priceUnknown]])
        #expect(rest.first?.transactionIDs == ["1", "2", "3"].map { TransactionID($0) })
        // On the next day, one of unknown price is the same purchase only when both sides call it new or renewed.
        for (period, isExplained) in [(SaleGroup.Period.new, true), (.renewal, false)] {
            let later = Self.sold(Self.group(1, .sale, price: nil, .new), "1", as: .unpriced)
            let shifted = Self.compare([later], [Self.row(Self.group(0, .sale, period))])
            #expect(shifted.differences.allSatisfy { ($0.outcome != .unexplained) == isExplained })
            #expect(shifted.differences.count == (isExplained ? 1 : 2))
        }
    }

    @Test(
        "Only a price that differs by rounding is explained; every other stays, with both prices",
        arguments: [(1, true), (9, true), (10, false), (500, false), (-9, true), (-10, false)] as [(Int64, Bool)]
    )
    func wrongPrice(more: Int64, isExplained: Bool) throws {
        let found = Self.compare([Self.sold(Self.group(price: 4990 + more), "1")], [Self.row(Self.group())])
        let difference = try #require(found.differences.first)
        #expect(found.differences.count == 1)
        #expect(difference.outcome == (isExplained ? .explained(.withoutPrice) : .unexplained))
        #expect(difference.causes == (isExplained ? [.wrongPrice] : [.wrongPrice, .missingInLedger]))
        #expect(difference.ours?.unitPriceMilliunits == 4990 + more && difference.theirs?.unitPriceMilliunits == 4990)
        #expect(difference.step == .checkPrice)
    }

    @Test("Another currency is never explained, and neither is a total that does not fit its units")
    func wrongCurrency() {
        var other = Self.group()
        other.currency = "USD"
        let found = Self.compare([Self.sold(other, "1")], [Self.row(Self.group())])
        #expect(Self.causes(found) == [[.wrongCurrency, .missingInLedger]] && Self.outcomes(found) == [.unexplained])
        var ours = SalesTally()
        ours.add(TransactionID("1"), to: Self.group(), unitsThousandths: 1000, priceMilliunits: 5090)
        let total = Reconciliation(
            ours: ours,
            theirs: SoldMonth.theirs([Self.row(Self.group())]),
            reported: [Self.day],
            products: []
        )
        #expect(Self.causes(total) == [[.wrongPrice]] && Self.outcomes(total) == [.unexplained])
    }

    @Test("A refund's proceeds are judged by those of sales on the same terms, and by reason")
    func refundProceeds() {
        let sold = [Self.sold(Self.group(-3), "1"), Self.sold(Self.group(0, .refund), "1")]
        func compare(_ rate: Int64, reason: String = "") -> Reconciliation {
            var refund = Self.row(Self.group(0, .refund))
            refund.rate = SaleSum.Rate(currency: "EUR", unitMilliunits: rate, reason: reason)
            return Self.compare(sold, [Self.row(Self.group(-3)), refund])
        }
        #expect(compare(2940).differences.isEmpty)
        #expect(Self.causes(compare(3010)) == [[.changedProceeds]])
        // No sale is known at the higher rate, so nothing can be said of its refund.
        #expect(compare(3550, reason: "Rate After One Year").differences.isEmpty)
    }

    @Test("A credit explains a fraction of a unit and never a whole one")
    func credits() {
        let credit = [Self.sold(Self.group(0, .refund), "1", units: 3000, as: .credit)]
        let fraction = Self.compare(credit, [Self.row(Self.group(0, .refund), units: 410)])
        #expect(Self.outcomes(fraction) == [.explained(.upgradeCredit)])
        let whole = Self.compare(credit, [Self.row(Self.group(0, .refund))])
        #expect(Self.outcomes(whole) == [.unexplained] && Self.causes(whole) == [[.missingInLedger]])
        let both = Self.compare(credit, [Self.row(Self.group(0, .refund), units: 1410)])
        #expect(both.differences.filter { $0.outcome == .unexplained }.map(\.unitsThousandths) == [1000])
        #expect(both.differences.filter { $0.outcome != .unexplained }.map(\.unitsThousandths) == [410])
        // A whole unit at a lower price may be the credit or a refund that the ledger lacks.
        let lower = Self.compare(credit, [Self.row(Self.group(0, .refund, price: 2990))])
        #expect(Self.outcomes(lower) == [.unexplained] && Self.causes(lower) == [[.missingInLedger, .upgradeCredit]])
    }

    /// Returns the tally of an upgrade's credit, whose expected share of one unit is in thousandths.
    private static func credit(_ id: String, _ day: Int64 = 0, expected: Int64) -> SalesTally {
        var tally = SalesTally()
        tally.add(
            TransactionID(id),
            to: Self.group(day, .refund),
            unitsThousandths: -1000,
            priceMilliunits: -4990 * expected / 1000,
            as: .credit
        )
        return tally
    }

    @Test(
        "Credits explain a row that they should come to, whole units included, and hide no lost refund in it",
        arguments: [
            ([610, 640], 1250, 1250), ([610, 640], 1270, 1270), ([100, 150], 1250, 250), ([610, 640], 2250, 250),
            ([997], 1000, 1000), ([940], 1000, 0), ([610, 390], 1000, 1000), ([610, 390], 2000, 0),
            ([300, 400, 500, 600, 700, 500], 3000, 3000), ([300, 400, 500, 600, 700, 500], 4000, 0),
        ] as [([Int64], Int64, Int64)]
    )
    func expectedCredits(expected: [Int64], reported: Int64, explained: Int64) {
        var days: [[Int64]] = [[0], [-1], [1]]
        if expected.count > 1 { days += [[0, 1], [0, -1], [-1, 0, 1]] }
        for days in days {
            var ours = SalesTally()
            for (number, one) in expected.enumerated() {
                ours += Self.credit("\(number)", days[number % days.count], expected: one)
            }
            let found = Reconciliation(
                ours: ours,
                theirs: SoldMonth.theirs([Self.row(Self.group(0, .refund), units: reported)]),
                reported: Set((-9...9).map { Self.day + $0 }),
                products: [ProductID("coins")]
            )
            let units = { (isExplained: Bool) in
                found.differences.filter { ($0.outcome != .unexplained) == isExplained }
                    .reduce(0) { $0 + $1.unitsThousandths }
            }
            #expect(units(true) == explained && units(false) == reported - explained, "\(days): \(found.differences)")
            #expect(found.differences.allSatisfy { $0.outcome != .unexplained || $0.causes.contains(.missingInLedger) })
        }
    }

    @Test("A sale and a refund that the report both lacks are a removed sale only when they are of one transaction")
    func removedSale() {
        let same = Self.compare([Self.sold(Self.group(), "1"), Self.sold(Self.group(2, .refund), "1")], [])
        #expect(Self.outcomes(same) == [.explained(.removedSale), .explained(.removedSale)])
        let other = Self.compare([Self.sold(Self.group(), "1"), Self.sold(Self.group(2, .refund), "2")], [])
        #expect(Self.outcomes(other) == [.unexplained, .unexplained])
        #expect(Self.causes(other) == [[.missingInReport], [.missingInReport]])
        // Of two sales the report lacks, one was refunded.
        let two = Self.compare(
            [Self.sold(Self.group(), "1"), Self.sold(Self.group(), "2"), Self.sold(Self.group(2, .refund), "1")],
            []
        )
        #expect(two.differences.filter { $0.outcome == .unexplained }.map(\.unitsThousandths) == [1000])
    }

    @Test("Seats take as many units as they are, and no row that costs more than all of them")
    func seats() {
        let seats = [Self.sold(Self.group(), "1", units: 8000, as: .seats)]
        // A purchase that the ledger lacks beside the seats stays one.
        let more = Self.compare(seats, [Self.row(Self.group(), units: 9000)])
        #expect(more.differences.filter { $0.outcome == .explained(.seats) }.map(\.unitsThousandths) == [8000])
        #expect(more.differences.filter { $0.outcome == .unexplained }.map(\.causes) == [[.missingInLedger]])
        let dear = Self.compare(seats, [Self.row(Self.group(price: 99_990))])
        #expect(Set(Self.causes(dear)) == [[.seats], [.missingInLedger]])
        let part = Self.compare(seats, [Self.row(Self.group())])
        #expect(Self.causes(part) == [[.seats, .missingInLedger]] && Self.outcomes(part) == [.unexplained])
        #expect(part.day(Self.day)?.daysToHeal == [Self.day])
    }

    @Test("Values beyond all bounds are left out of the sums and counted, so that no sum overflows")
    func bounds() throws {
        let most = SaleSum.greatestUnitsThousandths
        var ours = SalesTally()
        var theirs = SalesTally()
        let rate = SaleSum.Rate(currency: "EUR", unitMilliunits: SaleSum.greatestUnitMilliunits)
        let dear = Self.group(price: SaleSum.greatestUnitMilliunits)
        for number in 0..<20 {
            ours.add(TransactionID("\(number)"), to: dear, unitsThousandths: most, priceMilliunits: .max)
            theirs.add(rowTo: dear, unitsThousandths: most, priceMilliunits: .max, rate: rate)
        }
        for units in [most + 1, -most - 1, .max, .min] {
            ours.add(TransactionID("1"), to: dear, unitsThousandths: units, priceMilliunits: 0)
            theirs.add(rowTo: dear, unitsThousandths: units, priceMilliunits: 0, rate: rate)
        }
        let dearer = Self.group(price: SaleSum.greatestUnitMilliunits + 1)
        ours.add(TransactionID("1"), to: dearer, unitsThousandths: 1000, priceMilliunits: 0)
        theirs.add(rowTo: dearer, unitsThousandths: 1000, priceMilliunits: 0, rate: rate)
        let better = SaleSum.Rate(currency: "EUR", unitMilliunits: .max)
        theirs.add(rowTo: dear, unitsThousandths: 1000, priceMilliunits: 0, rate: better)
        #expect(ours.groups[dear]?.unitsThousandths == most * 20 && ours.groups[dear]?.priceMilliunits == .max)
        var twice = theirs
        twice += theirs
        #expect(twice.groups[dear]?.unitsThousandths == most * 40)
        #expect(twice.groups[dear]?.proceedsMilliunits == ["EUR": .max])
        let found = Reconciliation(ours: ours, theirs: theirs, reported: [Self.day], products: [])
        let day = try #require(found.day(Self.day))
        #expect(day.ours.excluded == [.outOfBounds: 5] && day.theirs.excluded == [.outOfBounds: 6])
        #expect(day.outcome == .matched && day.ours.priceMilliunits == ["EUR": .max])
    }

    @Test("The sums of 268 reports of two million of the largest rows each are exact")
    func manyRows() {
        let rate = SaleSum.Rate(currency: "EUR", unitMilliunits: 1000)
        var tally = SalesTally()
        tally.add(
            rowTo: Self.group(),
            unitsThousandths: SaleSum.greatestUnitsThousandths,
            priceMilliunits: 1,
            rate: rate
        )
        for _ in 0..<29 {
            let half = tally
            tally += half
        }
        let (most, isTooMuch) = SaleSum.greatestUnitsThousandths.multipliedReportingOverflow(by: 1 << 29)
        #expect(!isTooMuch && tally.groups[Self.group()]?.unitsThousandths == most)
        #expect(tally.groups[Self.group()]?.rates[rate] == most)
    }

    @Test(
        "A report's quoted SKUs name the same product in any order",
        arguments: [
            ("coins", "coins"), ("'coins'", "coins"), ("'b','a'", "a,b"), ("'b', 'a'", "a,b"), ("'a','b'", "a,b"),
            ("'", "'"), ("''", "''"), ("'a',b", "'a',b"), ("'a','b", "'a','b"), ("a'b", "a'b"), ("'a'b'", "'a'b'"),
        ]
    )
    func reportedProduct(sku: String, product: String) {
        #expect(ProductID(reported: sku) == ProductID(product))
    }
}
