import AppStore
import AppStoreSimulator
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct ReportFetchTests {
    private static func code(_ outcome: ReportFetchOutcome) -> String? { outcome.failure?.code }

    private static func absences(_ stage: ReportFetchStage) async throws -> [String: ReportAbsence.Reason] {
        let days = CivilDay(number: 19_000)...CivilDay(number: 22_000)
        let absences = try await stage.repository.read { view in
            try view.absences(of: ReportFetchStage.app, within: days)
        }
        return Dictionary(absences.map { ($0.slot.period.text, $0.reason) }) { first, _ in first }
    }

    @Test("A fetched report is stored once, and Apple's different answers without a report are stored")
    func answers() async throws {
        let stage = try ReportFetchStage()
        try stage.buy("gems.600", by: "anna")
        try stage.advance(to: "03-02T17:00")
        #expect(try await stage.day("2026-02-28") == .new(number: 1, rowCount: 1))
        #expect(try await stage.day("2026-02-28") == .unchanged(number: 1, rowCount: 1))
        #expect(try await stage.day("2026-03-01") == .absent(.noSales))
        #expect(try await stage.day("2026-03-02") == .absent(.notYet))
        #expect(try await stage.day("2025-02-20") == .absent(.gone))
        #expect(
            try await Self.absences(stage) == [
                "2026-03-01": .noSales, "2026-03-02": .notYet, "2025-02-20": .gone,
            ]
        )
        let record = try #require(
            try await stage.repository.read { view in try view.report(1, of: ReportFetchStage.app) }
        )
        #expect(record.origin == .fetched)
        #expect(record.importedBy == "ada")
        #expect(record.slot == stage.fetch.schedule.slot(.sales, .day(try #require(CivilDay(text: "2026-02-28")))))
        #expect(stage.log.lines.isEmpty)
    }

    @Test("A corrected report replaces the previous one")
    func correction() async throws {
        let stage = try ReportFetchStage()
        try stage.buy("gems.600", by: "anna")
        try stage.buy("frame.gold", by: "bert")
        var fault = WorldFault(.reportCorrected)
        fault.milliseconds = 24 * 3_600_000
        fault.match = "getSalesReports/SALES"
        let added = fault
        _ = try stage.world.perform(.addFault(added))
        try stage.advance(to: "03-01T16:30")
        #expect(try await stage.day("2026-02-28") == .new(number: 1, rowCount: 1))
        try stage.advance(to: "03-02T16:30")
        #expect(try await stage.day("2026-02-28") == .changed(number: 2, rowCount: 2, supersedes: 1))
    }

    @Test("The reports of a fiscal month appear when it is paid, in both forms")
    func finance() async throws {
        let stage = try ReportFetchStage()
        // Settled two days later, in the month that ends on March 28 and is paid at the end of April.
        try stage.buy("gems.600", by: "anna")
        try stage.advance(to: "05-01T17:00")
        let march = try #require(FiscalMonth(text: "2026-06"))
        for kind in [ReportKind.financial, .financeDetail] {
            let paid = stage.fetch.schedule.slot(kind, .fiscalMonth(march))
            let outcome = await stage.fetch.fetch(paid, by: RequestOrigin(name: "ada"))
            guard case .new(let number, let rowCount) = outcome else {
                Issue.record("\(kind): \(outcome)")
                continue
            }
            #expect(rowCount == 1)
            #expect(
                try await stage.repository.read { view in try view.report(number, of: ReportFetchStage.app) }?.slot
                    == paid
            )
            let next = stage.fetch.schedule.slot(kind, .fiscalMonth(march + 1))
            #expect(await stage.fetch.fetch(next, by: RequestOrigin(name: "ada")) == .absent(.notYet))
        }
    }

    @Test("A replaced key, a missing role, another vendor number and a truncated file are distinguished")
    func failures() async throws {
        let revoked = try ReportFetchStage(isTeamKey: false)
        #expect(Self.code(try await revoked.day("2026-02-01")) == "connect_unauthorized")
        let vendor = try ReportFetchStage(vendor: "12345678")
        #expect(Self.code(try await vendor.day("2026-02-01")) == "connect_refused")
        let stage = try ReportFetchStage()
        stage.notes.refuse("salesReports", with: 403)
        #expect(Self.code(try await stage.day("2026-02-01")) == "connect_forbidden")
        stage.notes.refuse("salesReports", with: 500)
        #expect(Self.code(try await stage.day("2026-02-01")) == "connect_failed")
        stage.notes.refuse("salesReports", with: 429)
        #expect(Self.code(try await stage.day("2026-02-01")) == "connect_rate_limited")
        let cut = try ReportFetchStage()
        try cut.buy("gems.600", by: "anna")
        try cut.advance(to: "03-01T16:30")
        _ = try cut.world.perform(.addFault(WorldFault(.reportCut)))
        let outcome = try await cut.day("2026-02-28")
        #expect(Self.code(outcome)?.hasPrefix("report_gzip_") == true || Self.code(outcome) == "connect_unreadable")
        #expect(try await cut.repository.read { view in try view.report(1, of: ReportFetchStage.app) } == nil)
    }

    @Test("Two nodes with one key stop together before the hourly limit")
    func sharedLimit() async throws {
        let repository = InMemoryRepository()
        let one = try ReportFetchStage(budget: SharedConnectBudget(repository: repository, app: AppName("shop")))
        let other = try ReportFetchStage(budget: SharedConnectBudget(repository: repository, app: AppName("shop")))
        one.notes.refuse("salesReports", with: 429)
        #expect(Self.code(try await one.day("2026-02-01")) == "connect_rate_limited")
        let outcome = try await other.day("2026-02-01")
        #expect(Self.code(outcome) == "connect_rate_limited")
        #expect(other.notes.targets.isEmpty)
        let until = try #require(outcome.failure?.until)
        #expect(until == Instant(milliseconds: 1_772_323_200_000 + 300_000))
    }
}
