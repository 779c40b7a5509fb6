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
        // A renewal of the first day could have been charged on the day before, if that day had no report.
        let days = Set((-1..<30).map { first + $0 })
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

    /// How the groups of a day differ.
    enum Shape: CaseIterable {
        case equal, price, currency, rounding, unpriced, product, rate, refundRate, credit, seat, withdrawn, shifted
    }

    @Test(
        "Ten times as many groups on a day take about ten times as many steps, with any differences",
        arguments: Shape.allCases
    )
    func steps(shape: Shape) {
        let few = Self.reconciliation(of: shape, groupCount: Self.fewGroups)
        let many = Self.reconciliation(of: shape, groupCount: Self.fewGroups * 10)
        #expect(many.stepCount <= few.stepCount * 12, "\(shape): \(few.stepCount) and \(many.stepCount) steps")
        #expect((many.differences.isEmpty) == (shape == .equal), "\(shape)")
    }

    private static let fewGroups = TestScale.factor > 1 ? 10_000 : 1000

    /// A day on which all groups are of one product, where a comparison of each with each is most likely.
    private static func reconciliation(of shape: Shape, groupCount: Int) -> Reconciliation {
        let day = PacificDay(number: 20_540)
        var (ours, theirs) = (SalesTally(), SalesTally())
        let rate = SaleSum.Rate(currency: "EUR", unitMilliunits: 690)
        for number in 0..<groupCount {
            let id = TransactionID("\(number + 1)")
            var group = SaleGroup(
                day: day,
                product: ProductID("coins"),
                storefront: "DE",
                currency: "EUR",
                unitPriceMilliunits: Int64(number + 1) * 100
            )
            let price = Int64(number + 1) * 100
            func sell(_ group: SaleGroup, _ units: Int64 = 1000, as part: SalesTally.Part = .money) {
                ours.add(id, to: group, unitsThousandths: units, priceMilliunits: price * units / 1000, as: part)
            }
            func report(_ group: SaleGroup, _ units: Int64 = 1000, rate: SaleSum.Rate) {
                theirs.add(rowTo: group, unitsThousandths: units, priceMilliunits: price * units / 1000, rate: rate)
            }
            switch shape {
            case .equal: sell(group)
            case .price, .rounding: sell(group)
            case .currency: sell(group)
            case .unpriced:
                var unknown = group
                unknown.unitPriceMilliunits = nil
                unknown.currency = nil
                sell(unknown, as: .unpriced)
            case .product: sell(group)
            case .rate, .refundRate: group.unitPriceMilliunits = 100
            case .credit, .seat: group.direction = shape == .credit ? .refund : .sale
            case .withdrawn:
                sell(group)
                group.direction = .refund
                sell(group, -1000)
                continue
            case .shifted:
                sell(group)
                group.day = group.day + 1
            }
            switch shape {
            case .price: group.unitPriceMilliunits = price + 50
            case .rounding: group.unitPriceMilliunits = price + 5
            case .currency: group.currency = "USD"
            case .product: group.product = ProductID("product.\(number)")
            case .rate, .refundRate:
                let other = SaleSum.Rate(currency: "EUR", unitMilliunits: 100 + Int64(number))
                if shape == .refundRate { group.direction = .refund }
                let units: Int64 = shape == .rate ? 1000 : -1000
                ours.add(id, to: group, unitsThousandths: units, priceMilliunits: units / 10)
                theirs.add(rowTo: group, unitsThousandths: units, priceMilliunits: units / 10, rate: other)
                guard number == 0 else { continue }
                group.direction = .sale
                group.day = day + -1
                ours.add(id, to: group, unitsThousandths: 1000, priceMilliunits: 100)
                theirs.add(rowTo: group, unitsThousandths: 1000, priceMilliunits: 100, rate: rate)
                continue
            case .credit:
                sell(group, -1000, as: .credit)
                report(group, -500, rate: rate)
                continue
            case .seat: sell(group, 8000, as: .seats)
            default: break
            }
            report(group, rate: rate)
        }
        return Reconciliation(
            ours: ours,
            theirs: theirs,
            reported: [day + -1, day, day + 1],
            products: [ProductID("coins")],
            within: day...day
        )
    }
}
