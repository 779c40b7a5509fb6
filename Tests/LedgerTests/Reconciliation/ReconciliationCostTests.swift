import Ledger
import PurserTesting
import Testing

@Suite struct ReconciliationCostTests {
    /// Three million at full scale.
    private static let transactionCount = TestScale.factor > 1 ? 3_000_000 : 60_000

    @Test("A month costs by its groups, however many transactions are folded into them")
    func month() throws {
        let first = try #require(PacificDay(text: "2026-03-01"))
        var generator = SeededGenerator(seed: 26)
        var ours = SalesTally()
        var theirs = SalesTally()
        let products = (0..<20).map { ProductID("product.\($0)") }
        let began = ContinuousClock.now
        var groups: [SaleGroup: Int64] = [:]
        for number in 0..<Self.transactionCount {
            // One of the thirty days has 23 hours.
            let at = first.begin + Span.minutes(Int64(generator.number(below: (30 * 24 - 1) * 60)))
            let group = SaleGroup(
                day: PacificDay(of: at),
                product: generator.pick(products),
                storefront: generator.pick(SoldMonth.storefronts),
                currency: "EUR",
                unitPriceMilliunits: 990,
                period: generator.happens(percent: 30) ? .new : .renewal
            )
            let id = TransactionID("\(20_000_000_000_000 + number)")
            ours.add(id, to: group, unitsThousandths: 1000, priceMilliunits: 990)
            // One notification in ten thousand is lost in the other direction: the report lacks it.
            if number % 10_000 != 9999 { groups[group, default: 0] += 1000 }
        }
        let rate = SaleSum.Rate(currency: "EUR", unitMilliunits: 690)
        for (group, units) in groups {
            theirs.add(rowTo: group, unitsThousandths: units, priceMilliunits: units * 990 / 1000, rate: rate)
        }
        let days = Set((0..<30).map { first + $0 })
        let found = Reconciliation(ours: ours, theirs: theirs, reported: days, products: Set(products))
        let took = ContinuousClock.now - began
        #expect(took < .seconds(30))
        #expect(ours.groups.count <= 30 * products.count * SoldMonth.storefronts.count * 2)
        #expect(ours.groups.values.allSatisfy { $0.transactionIDs.count <= SaleSum.keptTransactionCount })
        #expect(ours.groups.values.reduce(0) { $0 + $1.count } == Self.transactionCount)
        let lost = found.differences.reduce(0) { $0 + $1.unitsThousandths }
        #expect(lost == Int64(Self.transactionCount / 10_000) * 1000)
        #expect(found.differences.allSatisfy { $0.outcome == .unexplained && $0.causes.contains(.missingInReport) })
    }
}
