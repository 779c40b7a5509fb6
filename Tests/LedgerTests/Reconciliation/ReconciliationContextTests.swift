import Ledger
import PurserTesting
import Testing

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
