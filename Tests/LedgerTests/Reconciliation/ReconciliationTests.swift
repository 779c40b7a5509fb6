import Ledger
import PurserTesting
import Testing

@Suite struct ReconciliationTests {
    private static let day = PacificDay(number: 20_540)

    private static func group(_ offset: Int64 = 0, _ direction: SaleGroup.Direction = .sale) -> SaleGroup {
        SaleGroup(
            day: Self.day + offset,
            product: ProductID("coins"),
            storefront: "DE",
            currency: "EUR",
            unitPriceMilliunits: 4990,
            direction: direction
        )
    }

    private static func ours(_ groups: SaleGroup...) -> SalesTally {
        SoldMonth.ours(
            groups.enumerated().map { number, group in
                SoldMonth.Sold(
                    id: TransactionID("\(number + 1)"),
                    group: group,
                    units: group.direction == .refund ? -1000 : 1000
                )
            }
        )
    }

    private static func theirs(_ groups: SaleGroup..., rate: Int64 = 2940, currency: String = "EUR") -> SalesTally {
        SoldMonth.theirs(
            groups.map { group in
                SoldMonth.Row(
                    group: group,
                    units: group.direction == .refund ? -1000 : 1000,
                    rate: SaleSum.Rate(currency: currency, unitMilliunits: rate)
                )
            }
        )
    }

    private static func compare(
        _ ours: SalesTally,
        _ theirs: SalesTally,
        reported: ClosedRange<Int64> = -9...9
    ) -> Reconciliation {
        Reconciliation(
            ours: ours,
            theirs: theirs,
            reported: Set(reported.map { Self.day + $0 }),
            products: [ProductID("coins")]
        )
    }

    @Test("A day without a report explains nothing: its sales are no counterpart of a lost purchase")
    func unreported() throws {
        let (ours, theirs) = (Self.ours(Self.group(1)), Self.theirs(Self.group()))
        let open = Self.compare(ours, theirs, reported: -9...0)
        #expect(open.day(Self.day + 1) == nil)
        #expect(open.differences.map(\.causes) == [[.missingInLedger]])
        #expect(open.day(Self.day)?.daysToHeal == [Self.day])
        let reported = Self.compare(ours, theirs)
        #expect(reported.differences.map(\.outcome) == [.explained(.adjacentDay)])
        #expect(reported.differences.map(\.causes) == [[.shiftedDay]])
        #expect(reported.day(Self.day)?.differences == reported.day(Self.day + 1)?.differences)
        #expect(reported.day(Self.day)?.outcome == .explained && reported.differences.count == 1)
    }

    @Test(
        "A shifted day and a refund on another day look alike one day apart, and not further",
        arguments: [
            (.sale, 1, [.shiftedDay], .explained(.adjacentDay)),
            (.refund, 1, [.refundOnAnotherDay, .shiftedDay], .explained(.adjacentDay)),
            (.refund, 7, [.refundOnAnotherDay], .explained(.week)),
            (.sale, 2, [.lateSale, .missingInLedger], .unexplained),
            (.sale, 7, [.lateSale, .missingInLedger], .unexplained),
        ] as [(SaleGroup.Direction, Int64, [SaleDifference.Cause], SaleDifference.Outcome)]
    )
    func days(
        direction: SaleGroup.Direction,
        distance: Int64,
        causes: [SaleDifference.Cause],
        outcome: SaleDifference.Outcome
    ) {
        for offset in [distance, -distance] {
            let found = Self.compare(Self.ours(Self.group(0, direction)), Self.theirs(Self.group(offset, direction)))
            #expect(found.differences.map(\.causes) == [causes])
            #expect(found.differences.map(\.outcome) == [outcome])
            #expect(found.differences.first?.isAmbiguous == (causes.count > 1))
        }
        let far = Self.compare(Self.ours(Self.group(-4, direction)), Self.theirs(Self.group(4, direction)))
        #expect(far.differences.map(\.outcome) == [.unexplained, .unexplained])
        #expect(far.differences.map(\.causes) == [[.missingInReport], [.missingInLedger]])
    }

    @Test("Of many transactions a group keeps the least ids and counts the rest, in any order")
    func transactions() {
        func tally(_ numbers: some Sequence<Int>) -> SalesTally {
            var tally = SalesTally()
            for number in numbers {
                let id = TransactionID("\(1000 + number)")
                tally.add(id, to: Self.group(), unitsThousandths: 1000, priceMilliunits: 4990)
            }
            return tally
        }
        let upward = tally(0..<100)
        #expect(upward == tally((0..<100).reversed()))
        var parts = tally(60..<100)
        parts += tally(0..<60)
        #expect(upward == parts)
        let difference = Self.compare(upward, SalesTally()).differences.first
        #expect(difference?.transactionIDs == (1000..<1010).map { TransactionID("\($0)") })
        #expect(difference?.furtherTransactionCount == 90)
        #expect(difference?.step == .fetchReport(Self.day))
    }
}

@Suite struct ReconciliationContextTests {
    @Test(
        "A day's result is the same whether it is compared alone, in a week or in a month",
        arguments: 1...TestScale.most(6) as ClosedRange<UInt64>
    )
    func context(seed: UInt64) throws {
        var month = SoldMonth(seed: seed, cells: SoldMonth.cells.prefix(30))
        var generator = SeededGenerator(seed: seed &+ 4_000_000)
        for _ in 0..<80 {
            let kind = generator.pick(PlantedFault.Kind.allCases)
            _ = PlantedFault.plant(kind, in: &month.sold, &month.rows, &generator)
        }
        let whole = month.reconciliation
        for offset in 9..<(SoldMonth.dayCount - 9) {
            let day = SoldMonth.first + offset
            let expected = try #require(whole.day(day))
            for (before, after) in [(0, 0), (3, 3), (0, 2)] as [(Int64, Int64)] {
                let asked = (day + -before)...(day + after)
                let found = Self.compare(month, asked)
                #expect(found.days.map(\.day).count == Int(before + after + 1), "seed \(seed), \(day.text)")
                #expect(found.day(day) == expected, "seed \(seed), \(day.text), \(before), \(after)")
            }
        }
    }

    /// Compares days with what lies at most seven days beside them, and nothing else.
    private static func compare(_ month: SoldMonth, _ asked: ClosedRange<PacificDay>) -> Reconciliation {
        let reach = (asked.lowerBound + -Reconciliation.reach)...(asked.upperBound + Reconciliation.reach)
        return Reconciliation(
            ours: SoldMonth.ours(month.sold.filter { reach.contains($0.group.day) }),
            theirs: SoldMonth.theirs(month.rows.filter { reach.contains($0.group.day) }),
            reported: SoldMonth.days.filter { reach.contains($0) },
            products: SoldMonth.products,
            within: asked
        )
    }
}
