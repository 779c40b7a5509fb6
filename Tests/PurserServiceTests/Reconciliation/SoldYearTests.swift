import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Testing

/// The store's own reports against the ledger of a server that received every notification: nothing is missing or
/// added.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct SoldYearTests {
    private static let seed: UInt64 = 26

    /// Three hundred customers, or twenty thousand at full scale; fewer for some habits.
    private static func customers(_ habit: SoldYear.Habit) -> Int {
        let isFull = TestScale.factor > 1
        return habit == .ordinary ? (isFull ? 20_000 : 300) : isFull ? 2000 : 200
    }

    @Test("A year's reports agree with the notifications, day by day", arguments: SoldYear.Habit.allCases)
    func year(habit: SoldYear.Habit) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "purser-year-\(getpid())-\(habit)").path
        try? FileManager.default.removeItem(atPath: folder)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let repository = try SQLiteRepository(path: "\(folder)/year.db", logger: logger) { _ in }
        var year = try SoldYear(habit, customers: Self.customers(habit), seed: Self.seed)
        var ledger = SoldYearLedger(try SimulatedShop(world: year.world, repository: repository))
        let tests = try await Self.sandbox(beside: repository)

        for day in 0..<SoldYear.dayCount {
            try year.live(day: day)
            try await ledger.hear()
            try ledger.fetchReport()
        }
        let ours = try await ledger.ours()
        #expect(year.actionCount > Self.customers(habit) && ledger.notificationCount > year.actionCount)
        #expect(ours.groups.values.allSatisfy { sum in !sum.transactionIDs.contains(tests) })
        Self.checkVariety(ours, ledger.theirs, of: habit)
        // Days differ where the habit makes them differ, so that the explanations are tested.
        #expect((ledger.earlyCount > 0) == habit.has(.earlyCharges), "\(habit): \(ledger.earlyCount)")
        #expect((ledger.lateCount > 0) == habit.has(.grace), "\(habit): \(ledger.lateCount)")
        #expect(ours.credits.isEmpty != habit.has(.upgrades), "\(habit): \(ours.credits.count)")

        let found = Reconciliation(ours: ours, theirs: ledger.theirs, reported: ledger.reported, products: [])
        // The last week serves the days before it.
        let days = found.days.dropLast(8)
        #expect(days.count == 365)
        Self.check(Array(days), found.differences, of: habit)
        if habit == .ordinary { Self.checkMoney(Array(days), ours, ledger.theirs) }
        await repository.close()
    }

    /// A Sandbox purchase in the same ledger, which no report has.
    private static func sandbox(beside repository: SQLiteRepository) async throws -> TransactionID {
        let world = try SimulatedShop.world(seed: Self.seed + 1, environment: .sandbox)
        var ledger = SoldYearLedger(try SimulatedShop(world: world, repository: repository))
        let purchase = try world.buy("coins.100", by: try world.customer("tester"))
        try world.advance(by: .seconds(172_800))
        try await ledger.hear()
        try ledger.fetchReport()
        #expect(ledger.theirs == SalesTally())
        return TransactionID(purchase.transactionId)
    }

    /// Checks that every difference is explained, and shows the first ten that are not, in full.
    private static func check(_ days: [ReconciledDay], _ differences: [SaleDifference], of habit: SoldYear.Habit) {
        let judged = Set(days.map(\.day))
        let unexplained = differences.filter { difference in
            difference.outcome == .unexplained && difference.days.contains(where: judged.contains)
        }
        let shown = unexplained.prefix(10).map { "\($0)" }.joined(separator: "\n")
        let causes = Dictionary(grouping: unexplained) { $0.causes.map(\.rawValue).joined(separator: "+") }
            .mapValues(\.count)
        #expect(
            unexplained.isEmpty,
            "\(habit), seed \(Self.seed): \(unexplained.count) of \(differences.count), \(causes)\n\(shown)"
        )
        guard habit == .ordinary else { return }
        #expect(days.contains { $0.matchedGroupCount > 0 })
        // Only rounding can differ here.
        #expect(differences.isEmpty, "\(differences.prefix(10).map { "\($0)" }.joined(separator: "\n"))")
    }

    /// Checks that both sides have the same money on each day and in the year, by currency, except for the rounding of
    /// parts.
    private static func checkMoney(_ days: [ReconciledDay], _ ours: SalesTally, _ theirs: SalesTally) {
        var total: [String: (ours: Int64, theirs: Int64, rounded: Int64)] = [:]
        var rounded: [PacificDay: [String: Int64]] = [:]
        for tally in [ours, theirs] {
            for (group, sum) in tally.groups where group.direction == .refund || sum.unitsThousandths % 1000 != 0 {
                rounded[group.day, default: [:]][group.currency ?? "", default: 0] += Int64(sum.count)
            }
        }
        for day in days {
            let currencies = Set(day.ours.priceMilliunits.keys).union(day.theirs.priceMilliunits.keys)
            for currency in currencies {
                let our = day.ours.priceMilliunits[currency] ?? 0
                let their = day.theirs.priceMilliunits[currency] ?? 0
                let parts = rounded[day.day]?[currency] ?? 0
                #expect(abs(our - their) <= parts, "\(day.day.text): \(our) and \(their) \(currency)")
                let old = total[currency] ?? (0, 0, 0)
                total[currency] = (old.ours + our, old.theirs + their, old.rounded + parts)
            }
        }
        #expect(total.count >= 20)
        for (currency, sum) in total.sorted(by: { $0.key < $1.key }) {
            #expect(sum.theirs > 0 && abs(sum.ours - sum.theirs) <= sum.rounded, "\(currency): \(sum)")
        }
    }

    /// Checks that the year had the events that it is to test.
    private static func checkVariety(_ ours: SalesTally, _ theirs: SalesTally, of habit: SoldYear.Habit) {
        let groups = theirs.groups
        let products = Set(groups.keys.map(\.product.rawValue))
        let expected = [
            "pro.monthly", "pro.yearly", "basic.monthly", "club.yearly", "news.weekly", "theme.dark", "coins.100",
            "pass.summer",
        ]
        #expect(products == Set(expected), "\(habit)")
        #expect(Set(groups.keys.compactMap(\.storefront)).count == SoldYear.storefronts.count, "\(habit)")
        #expect(groups.keys.contains { $0.period == .new } && groups.keys.contains { $0.period == .renewal })
        #expect(groups.keys.contains { $0.direction == .refund })
        #expect(groups.values.contains { $0.unitsThousandths % 1000 != 0 })
        #expect(groups.contains { $0.key.product.rawValue == "coins.100" && $0.value.unitsThousandths > 1000 })
        func reasons(_ tally: SalesTally) -> Set<SaleExclusion> { Set(tally.excluded.keys.map(\.reason)) }
        #expect(reasons(ours).isSuperset(of: [.trial, .family]), "\(habit)")
        #expect(reasons(theirs).isSuperset(of: [.trial, .restored]), "\(habit)")
    }
}
