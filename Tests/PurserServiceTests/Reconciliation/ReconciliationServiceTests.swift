import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct ReconciliationServiceTests {
    /// A repository that runs an action once, when a comparison has read all sales and reports.
    private final class Slow: ObservedRepository {
        let base: any Repository
        private let meanwhile: Mutex<(@Sendable () async -> Void)?>

        init(_ base: any Repository, meanwhile: @escaping @Sendable () async -> Void) {
            self.base = base
            self.meanwhile = Mutex(meanwhile)
        }

        /// After the sales, a comparison reads the states of its days and changes them, in `ReconciliationService.keep`.
        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            guard call.isFrom("states") || call.isFrom("keep") else { return }
            let meanwhile = self.meanwhile.withLock { meanwhile in
                defer { meanwhile = nil }
                return meanwhile
            }
            await meanwhile?()
        }
    }

    private static let day = ReconciliationStage.day
    private static let week = (ReconciliationStage.day + -3)...(ReconciliationStage.day + 3)

    private static func phases(_ result: ReconciliationResult) -> [DayState.Phase] {
        result.overview.days.map { result.state($0).phase }
    }

    @Test(
        "Days are matched, explained or open, and stay so in the ledger",
        arguments: ReconciliationStage.Storage.allCases
    )
    func states(storage: ReconciliationStage.Storage) async throws {
        try await ReconciliationStage.during(storage) { stage in
            // Matched, on neighboring days, and lost.
            for (id, day) in [("1", Self.day), ("2", Self.day), ("3", Self.day + 1)] {
                try await stage.sell(id, on: day)
            }
            try await stage.report(Self.day, [ReconciliationStage.gems(2)])
            try await stage.report(Self.day + 1, [])
            try await stage.report(Self.day + 2, [ReconciliationStage.gems(1)])
            try await stage.absent(Self.day + 3, .noSales)
            try await stage.report(Self.day + -1, [ReconciliationStage.gems(1, ["Country Code": "FR"])])
            let result = try await stage.service().reconcile(stage.app, days: Self.week)
            #expect(Self.phases(result) == [.open, .open, .open, .matched, .explained, .explained, .matched])
            #expect(result.unexplainedCount == 1)
            let lost = try #require(result.day(Self.day + -1)?.differences.first)
            #expect(lost.causes == [.missingInLedger] && lost.step == .fetchHistory(Self.day + -1))
            #expect(result.day(Self.day)?.ours.priceMilliunits == ["EUR": 9980])
            #expect(result.day(Self.day)?.theirs.priceMilliunits == ["EUR": 9980])
            #expect(result.gaps == [Self.day + -3: .notImported, Self.day + -2: .notImported])
            let kept = try await stage.shop.repository.read { view in
                try view.dayStates(of: stage.app, within: Self.week)
            }
            #expect(kept.map(\.day) == (-1...3).map { Self.day + $0 })
            #expect(kept.map(\.summary?.unexplainedCount) == [1, 0, 0, 0, 0])
            let overview = try await stage.service().overview(of: stage.app, days: Self.week)
            #expect(overview.counts == [.open: 3, .matched: 2, .explained: 2])
        }
    }

    @Test("A day has the same statement whatever days are compared with it")
    func sameStatement() async throws {
        let stage = try ReconciliationStage()
        for number in Int64(0)..<28 {
            try await stage.sell("\(100 + number)", on: Self.day + number)
            let shifted = number % 3 == 1 ? 2 : number % 3 == 2 ? 0 : 1
            try await stage.report(Self.day + number, shifted == 0 ? [] : [ReconciliationStage.gems(shifted)])
        }
        stage.shop.setNow((Self.day + 40).begin)
        let whole = try await stage.service().reconcile(stage.app, days: Self.day...(Self.day + 27))
        #expect(whole.days.count == 28)
        for number in Int64(0)..<28 {
            let day = Self.day + number
            let single = try await stage.service().reconcile(stage.app, days: day...day)
            #expect(single.days == whole.day(day).map { [$0] })
            #expect(single.state(day).digest == whole.state(day).digest)
        }
    }

    @Test("Rows of another app are ignored; without a SKU they are compared, which the result states")
    func otherApps() async throws {
        let stage = try ReconciliationStage()
        try await stage.sell("1", on: Self.day)
        let foreign = ReconciliationStage.gems(7, ["SKU": "swords", "Parent Identifier": "OTHER"])
        try await stage.report(Self.day, [ReconciliationStage.gems(1), foreign])
        let ours = try await stage.service().reconcile(stage.app, days: Self.day...Self.day)
        #expect(Self.phases(ours) == [.matched] && !ours.isOfAllApps)
        let all = try await stage.service(sku: nil).reconcile(stage.app, days: Self.day...Self.day)
        #expect(Self.phases(all) == [.open] && all.isOfAllApps)
        #expect(all.differences.map(\.difference.causes) == [[.unknownProduct]])
    }

    @Test("The reason for a missing report is stated: not over, not created yet, no longer provided, or not imported")
    func gaps() async throws {
        let stage = try ReconciliationStage()
        stage.shop.setNow((Self.day + 3).begin + .hours(1))
        try await stage.absent(Self.day, .gone)
        try await stage.absent(Self.day + 2, .notYet)
        let result = try await stage.service().reconcile(stage.app, days: Self.day...(Self.day + 3))
        #expect(
            result.gaps == [
                Self.day: .gone, Self.day + 1: .notImported, Self.day + 2: .notYet, Self.day + 3: .notYet,
            ]
        )
        #expect(result.days.isEmpty)
    }

    @Test("A report is missing from the instant on at which it is due, 16:30 UTC of the next day")
    func due() async throws {
        let stage = try ReconciliationStage()
        let due = ReportSchedule.dueInstant(of: Self.day)
        #expect(due > (Self.day + 1).begin && due < (Self.day + 1).begin + .hours(10))
        for (now, gap) in [(due + .minutes(-1), ReconciliationResult.Gap.notYet), (due, .notImported)] {
            stage.shop.setNow(now)
            let overview = try await stage.service().overview(of: stage.app, days: Self.day...Self.day)
            #expect(overview.gaps == [Self.day: gap])
        }
    }

    @Test("A weekly report is compared as a whole where its days have none, and ignored elsewhere")
    func weeks() async throws {
        let stage = try ReconciliationStage()
        // The first is a Monday.
        let monday = Self.day + -1
        try await stage.sell("1", on: monday)
        try await stage.sell("2", on: monday + 6)
        try await stage.report(monday, through: monday + 6, [ReconciliationStage.gems(2)])
        let alone = try await stage.service().reconcile(stage.app, days: Self.week)
        #expect(alone.days.isEmpty)
        #expect(alone.longer.map(\.found?.outcome) == [.matched])
        #expect(alone.longer.first?.found?.ours.unitsThousandths == 2000)
        try await stage.report(monday, [ReconciliationStage.gems(1)])
        let beside = try await stage.service().reconcile(stage.app, days: Self.week)
        #expect(beside.days.map(\.day) == [monday])
        #expect(beside.longer.count == 1 && beside.longer.first?.found == nil)
    }

    @Test("At the edges of a weekly report a renewal charged early explains one unit each, and no more")
    func edges() async throws {
        let monday = Self.day + -1
        // The weekly report lacks the renewal before the week, and may have the money of one on the day after it.
        let cases: [(renewed: [Int64], units: Int, outcomes: [ReconciledDay.Outcome?], open: Int64)] = [
            ([0, 3], 2, [.matched], 0), ([0, 3], 1, [.explained], 0), ([3, 7], 2, [.explained], 0),
            ([3, 7], 1, [.matched], 0), ([0, 3], 0, [.unexplained], 1000), ([3, 7], 3, [.unexplained], 1000),
            ([3, 8], 2, [.unexplained], 1000), ([3, 4], 1, [.unexplained], 1000),
        ]
        for one in cases {
            let stage = try ReconciliationStage()
            for day in one.renewed {
                let noon = (monday + day).begin + .hours(12)
                let period = Sample.period("10\(day)", of: "100", at: noon, reason: .renewal)
                _ = try await stage.shop.repository.record(Sample.facts([period], app: stage.app))
            }
            let row = ReconciliationStage.gems(
                one.units,
                [
                    "SKU": "com.example.plus.monthly", "Product Type Identifier": "IAY", "Subscription": "Renewal",
                    "Customer Price": "9.99", "Customer Currency": "USD", "Country Code": "US",
                ]
            )
            try await stage.report(monday, through: monday + 6, one.units == 0 ? [] : [row])
            let found = try await stage.service().reconcile(stage.app, days: Self.week).longer.map(\.found)
            #expect(found.map { $0?.outcome } == one.outcomes, "\(one)")
            let open = found.first??.differences.filter { $0.outcome == .unexplained } ?? []
            #expect(open.reduce(0) { $0 + $1.unitsThousandths } == one.open, "\(one)")
            for difference in found.first??.differences ?? [] where difference.outcome == .explained(.adjacentDay) {
                let isLast = one.renewed.contains(7)
                #expect(difference.step == .fetchReport(isLast ? monday + 7 : monday + -1))
            }
        }
    }

    @Test("A comparison waits for the previous one of the same app")
    func locks() async throws {
        let stage = try ReconciliationStage()
        try await stage.report(Self.day, [])
        let other = AppName("other")
        let service = stage.service()
        await service.locks.take(stage.app)
        await service.locks.take(other)
        let second = Task { try await service.reconcile(stage.app, days: Self.day...Self.day) }
        while await service.locks.waitingCount == 0 { await Task.yield() }
        #expect(
            try await stage.shop.repository.read { view in try view.dayStates(of: stage.app, within: Self.week) }
                .isEmpty
        )
        await service.locks.leave(stage.app)
        #expect(try await second.value.days.count == 1)
        await service.locks.leave(other)
    }

    @Test("A slow comparison on another node does not replace the result of a later one")
    func slow() async throws {
        let stage = try ReconciliationStage()
        try await stage.report(Self.day, [ReconciliationStage.gems(1)])
        let slow = Slow(stage.shop.repository) {
            stage.shop.setNow((Self.day + 20).begin + .minutes(1))
            try? await stage.sell("1", on: Self.day)
            _ = try? await stage.service().reconcile(stage.app, days: Self.day...Self.day)
        }
        let other = ReconciliationService(
            repository: slow,
            reports: stage.reports,
            apps: [stage.shop.app],
            skus: [stage.app: ReconciliationStage.sku],
            ambient: stage.shop.ambient,
            audit: AuditLog(repository: slow, ambient: stage.shop.ambient)
        )
        let result = try await other.reconcile(stage.app, days: Self.day...Self.day)
        #expect(result.unexplainedCount == 1 && result.state(Self.day).phase == .matched)
        let kept = try await stage.shop.repository.read { view in
            try view.dayStates(of: stage.app, within: Self.day...Self.day)
        }
        #expect(kept.map(\.phase) == [.matched])
        #expect(kept.first?.summary?.comparedAt == (Self.day + 20).begin + .minutes(1))
    }

    @Test("Unknown apps and ranges that are too long are refused with a code")
    func refusals() async throws {
        let stage = try ReconciliationStage()
        await #expect(throws: ReconciliationError.appUnknown(AppName("x"))) {
            try await stage.service().reconcile(AppName("x"), days: Self.day...Self.day)
        }
        await #expect(throws: ReconciliationError.spanInvalid) {
            try await stage.service().reconcile(stage.app, days: Self.day...(Self.day + 400))
        }
        let year = try await stage.service().reconcile(stage.app, days: (Self.day + -399)...Self.day)
        #expect(year.overview.days.count == 400)
    }
}
