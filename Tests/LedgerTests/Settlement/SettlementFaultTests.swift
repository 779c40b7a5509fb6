import Ledger
import PurserTesting
import Testing

@Suite struct SettlementFaultTests {
    /// A fault between a sale and its settlement.
    enum Fault: CaseIterable {
        case lostNotification, chargeFailed, saleRemoved, settledLate, shareChanged, shareRounded, currencyChanged
        case storefrontMissing, settledTwice

        /// The causes that have to be named, and no others.
        var causes: Set<SettlementDifference.Cause> {
            switch self {
            case .lostNotification, .settledTwice: [.missingInLedger]
            case .chargeFailed, .saleRemoved: [.neverSettled]
            case .settledLate: []
            case .shareChanged: [.changedShare]
            case .shareRounded: [.rounding]
            case .currencyChanged: [.otherCurrency]
            case .storefrontMissing: [.missingStorefront]
            }
        }
    }

    @Test(
        "A year without a fault has nothing unexplained, and all but its end is settled",
        arguments: 1...2 as ClosedRange<UInt64>
    )
    func nothingPlanted(seed: UInt64) {
        for isDetailed in [true, false] {
            let found = SettledYear(seed: seed).settlement(isDetailed: isDetailed)
            #expect(found.months.count == SettledYear.monthCount)
            for month in found.months {
                #expect(month.state != .unexplained, "seed \(seed), \(month.month.text)")
                #expect(month.groups.allSatisfy { $0.differences.isEmpty }, "seed \(seed), \(month.month.text)")
            }
        }
    }

    @Test(
        "Each planted fault is found in its line, with its cause and no other",
        arguments: 1...TestScale.most(8) as ClosedRange<UInt64>
    )
    func planted(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 1_000_000)
        var year = SettledYear(seed: seed)
        var settled: [SettledSale] = []
        var faults: [SettlementLine: Fault] = [:]
        let last = SettledYear.first + (SettledYear.monthCount - 4)
        var positions: [SettlementLine: [Int]] = [:]
        for (position, one) in year.sold.enumerated() where FiscalMonth(of: one.day) <= last {
            positions[one.line, default: []].append(position)
        }
        let kinds = Fault.allCases.filter { $0 != .storefrontMissing }
        for (number, line) in SettledYear.lines.enumerated() {
            guard let candidates = positions[line], !candidates.isEmpty else { continue }
            // What has no storefront may be settled for any, so such products have no other fault.
            let hasStorefronts = number < SettledYear.lines.count * 4 / 5
            guard hasStorefronts ? number % 11 != 0 : line.storefront == "DE" else { continue }
            let fault = hasStorefronts ? kinds[faults.count % kinds.count] : .storefrontMissing
            let position = generator.pick(candidates)
            let before = year.sold[position]
            switch fault {
            case .lostNotification: year.sold[position].isInLedger = false
            case .chargeFailed: year.sold[position].settledIn = nil
            case .saleRemoved: year.sold[position].settledIn = nil
            case .settledLate: year.sold[position].settledIn = FiscalMonth(of: before.day) + 2
            case .shareChanged: year.sold[position].shareMilliunits += before.shareMilliunits / 5
            case .shareRounded: year.sold[position].shareMilliunits += 10
            case .currencyChanged:
                settled.append(Self.row(before, currency: "BGN"))
                year.sold[position].settledIn = nil
            case .storefrontMissing: year.sold[position].hasStorefront = false
            case .settledTwice: settled.append(Self.row(before, currency: before.rate.currency))
            }
            faults[line] = fault
        }
        #expect(faults.count >= 200 && Set(faults.values).count == Fault.allCases.count, "seed \(seed)")
        let found = Settlement(
            sold: year.ledger,
            reported: year.reported,
            settled: year.settled() + settled,
            months: SettledYear.months,
            settledMonths: Set((0..<SettledYear.monthCount).map { SettledYear.first + $0 })
        )
        for group in found.cumulated(through: SettledYear.months.upperBound) where group.line.storefront != nil {
            let causes = Set(group.differences.map(\.cause))
            let fault = faults[group.line]
            #expect(causes == fault?.causes ?? [], "seed \(seed), \(String(describing: fault)) in \(group.line)")
            #expect(group.differences.count <= 1, "seed \(seed), \(String(describing: fault)) in \(group.line)")
        }
    }

    /// The row that settles a sale.
    private static func row(_ sold: SettledYear.Sold, currency: String) -> SettledSale {
        SettledSale(
            month: sold.settledIn ?? FiscalMonth(of: sold.day),
            soldOn: sold.day,
            line: sold.line,
            unitsThousandths: sold.units,
            unitShareMilliunits: abs(sold.shareMilliunits),
            shareMilliunits: sold.shareMilliunits,
            currency: currency
        )
    }

    /// A year in which much goes wrong at random.
    private static func disturbed(_ seed: UInt64, _ generator: inout SeededGenerator) -> SettledYear {
        var year = SettledYear(seed: seed, lines: SettledYear.lines.prefix(40))
        for position in year.sold.indices {
            switch generator.number(below: 12) {
            case 0: year.sold[position].isInLedger = false
            case 1: year.sold[position].settledIn = nil
            case 2:
                year.sold[position].settledIn = year.sold[position].settledIn.map { $0 + generator.number(below: 5) }
            case 3: year.sold[position].hasStorefront = false
            case 4:
                year.sold[position].units = 10 * Int64(1 + generator.number(below: 300))
                year.sold[position].shareMilliunits =
                    year.sold[position].shareMilliunits * year.sold[position].units / 1000
            default: break
            }
        }
        return year
    }

    @Test(
        "In every month and in every sum of months, what comes in and what goes out are equal",
        arguments: 1...TestScale.most(8) as ClosedRange<UInt64>
    )
    func balance(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed &+ 2_000_000)
        let year = Self.disturbed(seed, &generator)
        for isDetailed in [true, false] {
            let found = year.settlement(isDetailed: isDetailed)
            var inTransit: [SettlementLine: Int64] = [:]
            for month in found.months {
                for group in month.groups {
                    let story = Comment(rawValue: "seed \(seed), \(month.month.text), \(group.line)")
                    #expect(group.carriedInThousandths == inTransit[group.line] ?? 0, story)
                    #expect(Self.isBalanced(group), story)
                    inTransit[group.line] = group.carriedOutThousandths
                }
                let cumulated = found.cumulated(through: month.month)
                for group in cumulated {
                    let story = Comment(rawValue: "seed \(seed), through \(month.month.text), \(group.line)")
                    #expect(group.carriedOutThousandths == inTransit[group.line], story)
                    #expect(Self.isBalanced(group), story)
                }
                let months = found.months.filter { $0.month <= month.month }.flatMap(\.groups)
                #expect(
                    cumulated.reduce(0) { $0 + $1.settledThousandths }
                        == months.reduce(0) { $0 + $1.settledThousandths }
                )
                #expect(cumulated.reduce(0) { $0 + $1.soldThousandths } == months.reduce(0) { $0 + $1.soldThousandths })
            }
            let owed = found.months.compactMap { $0.owed?["EUR"]?.totalMilliunits }.reduce(0, +)
            let shares = year.settled().filter { $0.currency == "EUR" && SettledYear.months.contains($0.month) }
            #expect(owed == shares.reduce(0) { $0 + $1.shareMilliunits }, "seed \(seed)")
        }
    }

    private static func isBalanced(_ group: SettledMonth.Group) -> Bool {
        let ins = group.carriedInThousandths + group.soldThousandths + group.addedThousandths
        let outs = [
            group.settledThousandths, group.settledElsewhereThousandths, group.neverSettledThousandths,
            group.carriedOutThousandths,
        ]
        return ins == outs.reduce(0, +)
    }

    @Test("The order of rows changes nothing", arguments: 1...3 as ClosedRange<UInt64>)
    func order(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 3_000_000)
        let year = Self.disturbed(seed, &generator)
        let expected = year.settlement().months
        #expect(expected.contains { $0.state == .unexplained })
        var (ledger, reported, settled) = (year.ledger, year.reported, year.settled())
        for _ in 0..<3 {
            ledger.shuffle(using: &generator)
            reported.shuffle(using: &generator)
            settled.shuffle(using: &generator)
            let found = Settlement(
                sold: ledger,
                reported: reported,
                settled: settled,
                months: SettledYear.months,
                settledMonths: Set((0..<SettledYear.monthCount).map { SettledYear.first + $0 })
            )
            #expect(found.months == expected, "seed \(seed)")
        }
    }

    @Test("A month's result depends on no later month", arguments: 1...3 as ClosedRange<UInt64>)
    func prefix(seed: UInt64) {
        var generator = SeededGenerator(seed: seed &+ 4_000_000)
        let year = Self.disturbed(seed, &generator)
        let whole = year.settlement().months
        for count in [1, 2, 3, 5, 8, 11] {
            let months = SettledYear.first...(SettledYear.first + (count - 1))
            #expect(year.settlement(months: months).months == Array(whole.prefix(count)), "seed \(seed), \(count)")
        }
    }
}
