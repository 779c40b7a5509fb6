import Ledger
import PurserTesting
import Testing

@Suite struct SettlementTests {
    private static let first = FiscalMonth(of: PacificDay(number: 20_000))
    private static let line = SettlementLine(product: ProductID("coins"), storefront: "DE")
    private static let refunds = SettlementLine(product: ProductID("coins"), storefront: "DE", direction: .refund)

    private static func sold(
        _ month: Int,
        _ units: Int64 = 1000,
        _ line: SettlementLine = Self.line,
        rate: Int64? = nil,
        isCredit: Bool = false
    ) -> SoldUnits {
        SoldUnits(
            month: Self.first + month,
            line: line,
            unitsThousandths: units,
            rate: rate.map { SaleSum.Rate(currency: "EUR", unitMilliunits: $0) },
            isCredit: isCredit
        )
    }

    private static func settled(
        _ month: Int,
        soldIn: Int?,
        _ units: Int64 = 1000,
        _ line: SettlementLine = Self.line,
        share: Int64 = 2940,
        currency: String = "EUR"
    ) -> SettledSale {
        let amount = units * share / 1000
        return SettledSale(
            month: Self.first + month,
            soldOn: soldIn.map { (Self.first + $0).begin + 9 },
            line: line,
            unitsThousandths: units,
            unitShareMilliunits: share,
            shareMilliunits: line.direction == .refund ? -amount : amount,
            currency: currency
        )
    }

    private static func compare(
        _ sold: [SoldUnits],
        _ settled: [SettledSale],
        reported: [SoldUnits] = [],
        settledMonths: ClosedRange<Int> = 0...5,
        months: ClosedRange<Int> = 0...5,
        knownFrom: Int? = nil
    ) -> Settlement {
        Settlement(
            sold: sold,
            reported: reported,
            settled: settled,
            months: (Self.first + months.lowerBound)...(Self.first + months.upperBound),
            knownFrom: knownFrom.map { Self.first + $0 },
            settledMonths: Set(settledMonths.map { Self.first + $0 })
        )
    }

    private static func causes(_ found: Settlement, _ month: Int) -> [SettlementDifference.Cause] {
        found.month(Self.first + month)?.groups.flatMap(\.differences).map(\.cause) ?? []
    }

    private static func group(
        _ found: Settlement,
        _ month: Int,
        _ line: SettlementLine = Self.line
    ) throws -> SettledMonth.Group {
        try #require(found.month(Self.first + month)?.groups.first { $0.line == line })
    }

    @Test("A sale settled in its month matches, and one settled later is in transit until then")
    func transit() throws {
        let found = Self.compare(
            [Self.sold(0, 3000), Self.sold(1, 1000)],
            [Self.settled(0, soldIn: 0, 2000), Self.settled(1, soldIn: 0, 1000), Self.settled(1, soldIn: 1, 1000)]
        )
        let first = try Self.group(found, 0)
        #expect(first.soldThousandths == 3000 && first.settledThousandths == 2000)
        #expect(first.carriedOutThousandths == 1000 && first.state == .explained)
        let second = try Self.group(found, 1)
        #expect(second.carriedInThousandths == 1000 && second.settledOfEarlierThousandths == 1000)
        #expect(second.carriedOutThousandths == 0 && second.state == .explained && second.differences.isEmpty)
        #expect(second.settled == ["EUR": SettledMonth.Amount(unitsThousandths: 2000, shareMilliunits: 5880)])
        #expect(found.months.map(\.state) == [.explained, .explained, .matched, .matched, .matched, .matched])
        let even = Self.compare([Self.sold(0)], [Self.settled(0, soldIn: 0)])
        #expect(even.months.allSatisfy { $0.state == .matched })
    }

    @Test("A sale that two later reports have not settled is overdue, and months without a report do not count")
    func neverSettled() throws {
        let sold = [Self.sold(1, 2000)]
        let found = Self.compare(sold, [Self.settled(1, soldIn: 1)])
        #expect((0...5).map { Self.causes(found, $0) } == [[], [], [], [.neverSettled], [], []])
        let group = try Self.group(found, 3)
        #expect(
            group.neverSettledThousandths == 1000 && group.state == .unexplained && group.carriedOutThousandths == 0
        )
        #expect(group.differences.first?.soldIn == Self.first + 1)
        let gap = Self.compare(sold, [Self.settled(1, soldIn: 1)], settledMonths: 0...2)
        #expect((0...5).allSatisfy { Self.causes(gap, $0).isEmpty })
        #expect(try Self.group(gap, 5).carriedOutThousandths == 1000)
        #expect(gap.month(Self.first + 3)?.isReported == false && gap.month(Self.first + 3)?.owed == nil)
        // What was given up and comes after all is no lost purchase.
        let late = Self.compare(sold, [Self.settled(1, soldIn: 1), Self.settled(5, soldIn: 1)])
        #expect(Self.causes(late, 5).isEmpty && Self.causes(late, 3) == [.neverSettled])
        #expect(late.month(Self.first + 5)?.state == .explained)
    }

    @Test("A settlement without a sale is missing in the ledger, unless it was sold before the first month")
    func missing() throws {
        let found = Self.compare([Self.sold(2)], [Self.settled(2, soldIn: 2, 3000)])
        let difference = try #require(try Self.group(found, 2).differences.first)
        #expect(difference.cause == .missingInLedger && difference.unitsThousandths == 2000)
        #expect(difference.currency == "EUR" && difference.shareMilliunits == 5880)
        #expect(found.month(Self.first + 2)?.state == .unexplained)
        #expect(Self.causes(Self.compare([], [Self.settled(0, soldIn: -1)]), 0) == [.soldBefore])
        #expect(Self.causes(Self.compare([], [Self.settled(4, soldIn: -1)]), 4) == [.soldBefore])
        #expect(Self.causes(Self.compare([], [Self.settled(1, soldIn: nil)]), 1) == [.soldBefore])
        #expect(Self.causes(Self.compare([], [Self.settled(2, soldIn: nil)]), 2) == [.missingInLedger])
        #expect(Self.causes(Self.compare([], [Self.settled(1, soldIn: 1)]), 1) == [.missingInLedger])
    }

    @Test("Rows without a day that the transit lacks are of what was sold before the first month, in every month")
    func undatedBefore() throws {
        // What was in transit before the first month was settled in it, so that as much of its own is left for later.
        let sold = [Self.sold(-1, 10_000), Self.sold(0, 10_000), Self.sold(1, 10_000), Self.sold(2, 6000)]
        let settled = [
            Self.settled(0, soldIn: nil, 10_000), Self.settled(1, soldIn: nil, 10_000),
            Self.settled(2, soldIn: nil, 8000), Self.settled(3, soldIn: nil, 9000),
        ]
        let found = Self.compare(sold, settled, knownFrom: -2)
        #expect((0...2).map { Self.causes(found, $0) } == [[], [], [.soldBefore]])
        let third = try Self.group(found, 2)
        #expect(third.differences.map(\.unitsThousandths) == [2000] && third.state == .explained)
        // Of the 10 that were sold before, 2 are taken, so of the next 9 one is lost.
        let next = try Self.group(found, 3)
        #expect(next.differences.map(\.cause) == [.missingInLedger, .soldBefore])
        #expect(next.differences.map(\.unitsThousandths) == [1000, 8000])
    }

    @Test("Rows with a day before the first month are of what the ledger sold then, and no more")
    func datedBefore() throws {
        let nowhere = SettlementLine(product: ProductID("coins"), storefront: nil)
        for line in [Self.line, nowhere] {
            let found = Self.compare([Self.sold(-1, 1000, line)], [Self.settled(2, soldIn: -1, 3000)], knownFrom: -2)
            let differences = try Self.group(found, 2).differences
            #expect(differences.map(\.cause) == [.missingInLedger, .soldBefore])
            #expect(differences.map(\.unitsThousandths) == [2000, 1000])
        }
        #expect(Self.causes(Self.compare([], [Self.settled(2, soldIn: -2)], knownFrom: -2), 2) == [.missingInLedger])
        #expect(Self.causes(Self.compare([], [Self.settled(2, soldIn: -3)], knownFrom: -2), 2) == [.soldBefore])
        let credit = Self.sold(-1, 1000, Self.refunds, isCredit: true)
        let fraction = Self.compare([credit], [Self.settled(0, soldIn: -1, 410, Self.refunds)], knownFrom: -2)
        #expect(Self.causes(fraction, 0) == [.soldBefore])
    }

    @Test("Rows with the day of the sale settle that month, rows without it what has waited longest")
    func dates() throws {
        let sold = [Self.sold(0, 1000), Self.sold(1, 1000)]
        let dated = Self.compare(sold, [Self.settled(1, soldIn: 1)])
        #expect(Self.causes(dated, 2) == [.neverSettled])
        #expect(try Self.group(dated, 2).differences.first?.soldIn == Self.first)
        let undated = Self.compare(sold, [Self.settled(1, soldIn: nil)])
        #expect(Self.causes(undated, 2).isEmpty)
        #expect(Self.causes(undated, 3) == [.neverSettled])
        #expect(try Self.group(undated, 3).differences.first?.soldIn == Self.first + 1)
        // A sale at midnight may be in the neighboring month for Apple, one on another day is another one.
        for offset in [0, 1] as [Int64] {
            let row = SettledSale(
                month: Self.first + 1,
                soldOn: (Self.first + 1).begin + offset,
                line: Self.line,
                unitsThousandths: 1000,
                unitShareMilliunits: 2940,
                shareMilliunits: 2940,
                currency: "EUR"
            )
            let found = Self.compare([Self.sold(0)], [row])
            #expect(Self.causes(found, 1) == (offset == 0 ? [] : [.missingInLedger]))
            #expect(Self.causes(found, 2) == (offset == 0 ? [] : [.neverSettled]))
        }
    }

    @Test("Both finance reports of a month are the same money: the detailed one counts")
    func bothReports() throws {
        let rows = [Self.settled(0, soldIn: 0), Self.settled(0, soldIn: nil)]
        let found = Self.compare([Self.sold(0)], rows)
        #expect(found.months.allSatisfy { $0.state == .matched })
        #expect(found.month(Self.first)?.owed?["EUR"]?.totalMilliunits == 2940)
    }

    @Test("Apple's debt is listed by currency, sales and refunds apart")
    func owed() throws {
        let found = Self.compare(
            [Self.sold(0, 5000), Self.sold(0, 1000, Self.refunds)],
            [
                Self.settled(0, soldIn: 0, 3000), Self.settled(0, soldIn: 0, 1000, Self.refunds),
                Self.settled(0, soldIn: 0, 2000, share: 3_000, currency: "USD"),
            ]
        )
        let owed = try #require(found.month(Self.first)?.owed)
        #expect(owed.keys.sorted() == ["EUR", "USD"])
        #expect(owed["EUR"]?.salesMilliunits == 8820 && owed["EUR"]?.refundsMilliunits == -2940)
        #expect(owed["EUR"]?.totalMilliunits == 5880 && owed["USD"]?.totalMilliunits == 6000)
        #expect(found.month(Self.first + 1)?.owed == [:])
    }

    @Test(
        "A share is compared with the proceeds that sales reports stated for sales of these months",
        arguments: [
            (2940, "EUR", nil), (2950, "EUR", .rounding), (2920, "EUR", .rounding), (2919, "EUR", .changedShare),
            (3550, "EUR", .changedShare), (2940, "USD", .otherCurrency),
        ] as [(Int64, String, SettlementDifference.Cause?)]
    )
    func share(share: Int64, currency: String, cause: SettlementDifference.Cause?) throws {
        for line in [Self.line, Self.refunds] {
            let found = Self.compare(
                [Self.sold(1, 2000, line)],
                [Self.settled(1, soldIn: 1, 2000, line, share: share, currency: currency)],
                reported: [Self.sold(1, 2000, rate: 2940)]
            )
            #expect(Self.causes(found, 1) == (cause.map { [$0] } ?? []))
            let difference = try Self.group(found, 1, line).differences.first
            #expect(
                difference.map { abs($0.shareMilliunits) }
                    == cause.map { cause in
                        cause == .otherCurrency ? share * 2 : abs(share - 2940) * 2
                    }
            )
            let state: SettledMonth.State = cause == nil ? .matched : cause == .rounding ? .explained : .unexplained
            #expect(found.month(Self.first + 1)?.state == state)
        }
        // Without sales reports there is nothing to compare with.
        let alone = Self.compare([Self.sold(1)], [Self.settled(1, soldIn: 1, share: share, currency: currency)])
        #expect(Self.causes(alone, 1).isEmpty)
    }

    @Test("A share of all units that is not their number times the share of one is a changed one")
    func total() throws {
        let row = SettledSale(
            month: Self.first,
            soldOn: Self.first.begin,
            line: Self.line,
            unitsThousandths: 2000,
            unitShareMilliunits: 2940,
            shareMilliunits: 5000,
            currency: "EUR"
        )
        #expect(Self.causes(Self.compare([Self.sold(0, 2000)], [row]), 0) == [.changedShare])
    }

    @Test(
        "A sale without a storefront matches any storefront of the product, and fractions may be credits"
    )
    func incomplete() throws {
        let nowhere = SettlementLine(product: ProductID("coins"), storefront: nil)
        let found = Self.compare([Self.sold(0, 1000, nowhere)], [Self.settled(1, soldIn: 0)])
        #expect(Self.causes(found, 1) == [.missingStorefront])
        #expect(try Self.group(found, 1, nowhere).carriedOutThousandths == 0)
        #expect((2...5).allSatisfy { Self.causes(found, $0).isEmpty })
        let credit = Self.sold(0, 1000, Self.refunds, isCredit: true)
        let fraction = Self.compare([credit], [Self.settled(0, soldIn: 0, 410, Self.refunds)])
        #expect(Self.causes(fraction, 0) == [.upgradeCredit])
        let whole = Self.compare([credit], [Self.settled(0, soldIn: 0, 1000, Self.refunds)])
        #expect(Self.causes(whole, 0) == [.missingInLedger])
        #expect(Self.causes(Self.compare([credit], []), 3).isEmpty)
    }

    @Test("Tallies become units of fiscal months, with the proceeds of one where a report states them")
    func tallies() {
        let month = SoldMonth(seed: 3, cells: SoldMonth.cells.prefix(30))
        func sum(_ units: [SoldUnits]) -> [SettlementLine: [FiscalMonth: Int64]] {
            units.reduce(into: [:]) { sums, one in
                sums[one.line, default: [:]][one.month, default: 0] += one.unitsThousandths
            }
        }
        func sum(_ tally: SalesTally) -> [SettlementLine: [FiscalMonth: Int64]] { sum(SoldUnits.all(in: tally)) }
        // Sums have the same units, and one number for all days of a month.
        var sums = SoldUnitSums()
        sums.add(month.theirs)
        #expect(sum(sums.units) == sum(month.theirs))
        #expect(sums.units.count < SoldUnits.all(in: month.theirs).count / 2)
        #expect(sums.products == Set(SoldUnits.all(in: month.theirs).map(\.line.product)))
        #expect(!sum(month.ours).isEmpty && sum(month.ours) == sum(month.theirs))
        #expect(SoldUnits.all(in: month.ours).allSatisfy { $0.rate == nil })
        #expect(SoldUnits.all(in: month.theirs).allSatisfy { $0.rate?.currency == "EUR" })
        #expect(Set(SoldUnits.all(in: month.ours).map(\.month)).count >= 2)
    }

    @Test("A month may sell more units than one row of a report may state")
    func manyUnits() throws {
        let most = SaleSum.greatestUnitsThousandths
        let rows = Array(repeating: Self.settled(0, soldIn: 0, most), count: 3)
        let found = Self.compare([Self.sold(0, 3 * most)], rows, reported: [Self.sold(0, 3 * most, rate: 2940)])
        #expect(found.excludedCount == 0 && Self.causes(found, 0).isEmpty)
        let group = try Self.group(found, 0)
        #expect(group.soldThousandths == 3 * most && group.settledThousandths == 3 * most)
        #expect(group.carriedOutThousandths == 0 && group.state == .matched)
    }

    @Test("Numbers beyond every bound are left out and counted, and no sum overflows")
    func bounds() throws {
        let huge = SettledSale(
            month: Self.first,
            line: Self.line,
            unitsThousandths: .min,
            unitShareMilliunits: .max,
            shareMilliunits: .max,
            currency: "EUR"
        )
        let large = SettledSale(
            month: Self.first,
            line: Self.line,
            unitsThousandths: SaleSum.greatestUnitsThousandths,
            unitShareMilliunits: SaleSum.greatestUnitMilliunits,
            shareMilliunits: .max,
            currency: "EUR"
        )
        let found = Self.compare(
            [Self.sold(0, .max), Self.sold(0, SoldUnits.greatestThousandths)],
            [huge] + Array(repeating: large, count: 20)
        )
        #expect(found.excludedCount == 1)
        #expect(found.month(Self.first)?.groups.first?.soldThousandths == 2 * SoldUnits.greatestThousandths)
        #expect(found.month(Self.first)?.owed?["EUR"]?.totalMilliunits == .max)
        let late = SettledSale(
            month: FiscalMonth(of: PacificDay(number: .max)),
            soldOn: PacificDay(number: .min),
            line: Self.line,
            unitsThousandths: 1000,
            unitShareMilliunits: 1,
            shareMilliunits: 1,
            currency: "EUR"
        )
        #expect(Self.compare([], [late]).months.allSatisfy { $0.groups.isEmpty })
    }
}
