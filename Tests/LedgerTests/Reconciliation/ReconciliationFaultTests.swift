import Ledger
import PurserTesting
import Testing

@Suite struct ReconciliationFaultTests {
    @Test(
        "A month without a fault matches on every day and nothing is invented",
        arguments: 1...2 as ClosedRange<UInt64>
    )
    func nothingPlanted(seed: UInt64) {
        let found = SoldMonth(seed: seed).reconciliation
        #expect(found.days.count == Int(SoldMonth.dayCount), "seed \(seed)")
        for day in found.days {
            #expect(day.outcome == .matched && day.differences.isEmpty, "seed \(seed), \(day.day.text)")
            #expect(day.ours.priceMilliunits == day.theirs.priceMilliunits, "seed \(seed), \(day.day.text)")
            #expect(day.ours.unitsThousandths == day.theirs.unitsThousandths, "seed \(seed), \(day.day.text)")
            #expect(day.matchedGroupCount > 0 && day.daysToHeal.isEmpty, "seed \(seed), \(day.day.text)")
        }
    }

    @Test(
        "Each of more than 500 planted faults is found, with its cause, or with those that sums cannot distinguish",
        arguments: 1...TestScale.most(8) as ClosedRange<UInt64>
    )
    func planted(seed: UInt64) {
        let month = SoldMonth(seed: seed)
        var generator = SeededGenerator(seed: seed &+ 1_000_000)
        var sold = Dictionary(grouping: month.sold) { Self.cell($0.group) }
        var rows = Dictionary(grouping: month.rows) { Self.cell($0.group) }
        var faults: [PlantedFault] = []
        let faulty = SoldMonth.cells.enumerated().filter { $0.offset % 8 != 0 }.map(\.element)
        for (position, cell) in faulty.enumerated() {
            let kind = PlantedFault.Kind.allCases[position % PlantedFault.Kind.allCases.count]
            if PlantedFault.plant(kind, in: &sold[cell, default: []], &rows[cell, default: []], &generator) {
                faults.append(PlantedFault(kind: kind, cell: cell))
            }
        }
        #expect(faults.count >= 500, "seed \(seed)")
        #expect(Set(faults.map(\.kind)).count == PlantedFault.Kind.allCases.count, "seed \(seed)")
        let found = Reconciliation(
            ours: SoldMonth.ours(sold.values.joined()),
            theirs: SoldMonth.theirs(rows.values.joined()),
            reported: SoldMonth.days,
            products: SoldMonth.products
        )
        var differences = Dictionary(grouping: found.differences) { difference in
            // Whose product or storefront one side does not know is named by the other.
            Self.cell(difference, unknown: difference.causes == [.unknownProduct])
        }
        for fault in faults {
            let here = differences.removeValue(forKey: fault.cell) ?? []
            let story = "seed \(seed), \(fault.kind) in \(fault.cell): \(here.map(\.causes))"
            #expect(!here.isEmpty, Comment(rawValue: story))
            let isPair = fault.kind == .saleRemoved || fault.kind == .refundReversed
            #expect(here.count == (isPair ? 2 : 1), Comment(rawValue: story))
            for difference in here {
                #expect(difference.causes.contains(fault.cause), Comment(rawValue: story))
                #expect(fault.candidates.isSuperset(of: difference.causes), Comment(rawValue: story))
                #expect((difference.outcome != .unexplained) == fault.isExplained, Comment(rawValue: story))
                if fault.kind == .lostNotification, let day = difference.theirs?.day {
                    #expect(difference.step == .fetchHistory(day), Comment(rawValue: story))
                    #expect(found.day(day)?.daysToHeal.contains(day) == true, Comment(rawValue: story))
                }
            }
        }
        #expect(differences.isEmpty, "seed \(seed): \(differences.values.joined().map(\.causes))")
    }

    @Test(
        "However faults overlap, every unit that one side has more is in exactly one difference",
        arguments: 1...TestScale.most(12) as ClosedRange<UInt64>
    )
    func overlapping(seed: UInt64) {
        let month = SoldMonth(seed: seed, cells: SoldMonth.cells.prefix(40))
        var generator = SeededGenerator(seed: seed &+ 2_000_000)
        var (sold, rows) = (month.sold, month.rows)
        let kinds = PlantedFault.Kind.allCases.filter { kind in
            ![.upgradeCredit, .seats, .seatsUnlikeReport, .priceUnknown, .unpricedTooMany].contains(kind)
        }
        for _ in 0..<60 { _ = PlantedFault.plant(generator.pick(kinds), in: &sold, &rows, &generator) }
        let (ours, theirs) = (SoldMonth.ours(sold), SoldMonth.theirs(rows))
        let found = Reconciliation(
            ours: ours,
            theirs: theirs,
            reported: SoldMonth.days,
            products: SoldMonth.products
        )
        for day in found.days {
            var ourUnits: [SaleGroup: Int64] = [:]
            var theirUnits: [SaleGroup: Int64] = [:]
            for difference in day.differences {
                if let group = difference.ours { ourUnits[group, default: 0] += difference.unitsThousandths }
                if let group = difference.theirs { theirUnits[group, default: 0] += difference.unitsThousandths }
            }
            for group in Set(ours.groups.keys).union(theirs.groups.keys) where group.day == day.day {
                let our = ours.groups[group]?.unitsThousandths ?? 0
                let their = theirs.groups[group]?.unitsThousandths ?? 0
                let surplus = group.direction == .refund ? our - their : their - our
                let units = surplus > 0 ? theirUnits[group] : surplus < 0 ? ourUnits[group] : 0
                #expect(units == abs(surplus), "seed \(seed), \(group)")
            }
        }
    }

    @Test("The order of transactions and rows changes nothing", arguments: 1...3 as ClosedRange<UInt64>)
    func order(seed: UInt64) {
        var month = SoldMonth(seed: seed, cells: SoldMonth.cells.prefix(100))
        var generator = SeededGenerator(seed: seed &+ 3_000_000)
        for kind in PlantedFault.Kind.allCases {
            _ = PlantedFault.plant(kind, in: &month.sold, &month.rows, &generator)
        }
        let expected = month.reconciliation
        #expect(expected.differences.count >= 15, "seed \(seed)")
        let halves = SoldMonth.ours(month.sold.dropFirst(1000))
        var sum = SoldMonth.ours(month.sold.prefix(1000))
        sum += halves
        #expect(sum == month.ours, "seed \(seed)")
        month.sold.shuffle(using: &generator)
        month.rows.shuffle(using: &generator)
        #expect(month.ours == sum, "seed \(seed)")
        let found = month.reconciliation
        #expect(found.days == expected.days, "seed \(seed)")
        #expect(found.days.map(\.statement) == expected.days.map(\.statement), "seed \(seed)")
    }

    private static func cell(_ group: SaleGroup) -> SoldMonth.Cell {
        SoldMonth.Cell(product: group.product, storefront: group.storefront ?? "")
    }

    private static func cell(_ difference: SaleDifference, unknown: Bool) -> SoldMonth.Cell {
        let product = unknown ? difference.ours?.product : difference.theirs?.product ?? difference.ours?.product
        let storefront = difference.theirs?.storefront ?? difference.ours?.storefront
        return SoldMonth.Cell(product: product ?? ProductID(""), storefront: storefront ?? "")
    }
}
