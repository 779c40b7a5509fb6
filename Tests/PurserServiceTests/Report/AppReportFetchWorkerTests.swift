import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct AppReportFetchWorkerTests {
    private static func sales(_ stage: ReportFetchStage) -> [String] {
        stage.notes.targets.filter { $0.contains("reportType%5D=SALES&") }
    }

    private static func status(_ stage: ReportFetchStage, _ kind: ReportKind) async throws -> ReportFetchStatus {
        try #require(try await stage.fetch.status().first { $0.kind == kind })
    }

    @Test("The first start fetches what Apple provides, then only new reports and possible corrections")
    func schedule() async throws {
        let stage = try ReportFetchStage()
        // Reports from before the start are not compared; only new ones are.
        #expect(await stage.worker.round() == 40)
        let first = await stage.work()
        try stage.buy("gems.600", by: "anna")
        try stage.advance(to: "03-01T16:30")
        #expect(first > 1300)
        #expect(await stage.work() > 0)
        stage.notes.forget()
        #expect(await stage.work() == 0)
        try stage.advance(to: "03-02T16:30")
        #expect(await stage.work() > 0)
        // The day before, and six days before that for corrections.
        #expect(Self.sales(stage).count == 7)
        #expect(Self.sales(stage).first?.contains("2026-03-01") == true)
        let status = try await Self.status(stage, .sales)
        #expect(status.newest?.slot.period.text == "2026-02-28")
        #expect(status.next == Instant(rfc3339: "2026-03-03T16:30:00Z"))
        #expect(status.backoff == nil)
    }

    @Test("Days with new data are compared, including those without sales and imported ones")
    func comparison() async throws {
        let stage = try ReportFetchStage()
        try stage.buy("gems.600", by: "anna")
        _ = await stage.work()
        stage.notes.forget()
        try stage.advance(to: "03-01T16:30")
        _ = await stage.work()
        #expect(stage.notes.days.contains { $0.hasSuffix("2026-02-28") })
        try stage.advance(to: "03-03T17:00")
        stage.notes.forget()
        _ = await stage.work()
        #expect(stage.notes.days.contains { $0.contains("2026-03-02") })
        stage.notes.forget()
        let record = try #require(
            try await stage.repository.read { view in try view.report(1, of: ReportFetchStage.app) }
        )
        let digest = try #require(EvidenceDigest([UInt8](repeating: 7, count: 32)))
        let imported = ReportRecord(
            number: 0,
            slot: stage.fetch.schedule.slot(.sales, .day(try #require(CivilDay(text: "2026-01-15")))),
            digest: digest,
            name: "S_D_1_20260115.txt",
            origin: .file,
            rowCount: 1,
            byteCount: 1,
            unknownColumns: [],
            importedAt: record.importedAt,
            importedBy: "ada"
        )
        _ = try await stage.repository.write { unit in try unit.put(imported, bytes: [1], of: ReportFetchStage.app) }
        _ = await stage.work()
        #expect(stage.notes.days == ["2026-01-15...2026-01-15"])
    }

    @Test("A key without permission pauses the app for an hour, is shown and logged once, and continues automatically")
    func permission() async throws {
        let stage = try ReportFetchStage()
        stage.notes.refuse("v1", with: 401)
        #expect(await stage.work() == 1)
        #expect(await stage.work() == 0)
        let status = try await Self.status(stage, .subscriber)
        #expect(status.backoff?.failure.code == "connect_unauthorized")
        #expect(status.pausedUntil == Instant(milliseconds: 1_772_323_200_000) + .hours(1))
        #expect(status.next == status.pausedUntil)
        try stage.advance(to: "03-01T01:00")
        #expect(await stage.work() == 1)
        #expect(stage.log.lines.count == 1)
        #expect(stage.log.lines.first?.contains("code=connect_unauthorized") == true)
        stage.notes.refuse("v1", with: nil)
        try stage.advance(to: "03-01T02:00")
        #expect(await stage.work() > 1300)
        #expect(try await Self.status(stage, .subscriber).backoff == nil)
    }

    @Test("A key with the role Sales fetches all reports but finance reports")
    func salesRole() async throws {
        let stage = try ReportFetchStage()
        stage.notes.refuse("financeReports", with: 403)
        #expect(await stage.work() > 1300)
        #expect(stage.notes.targets.filter { $0.contains("financeReports") }.count == 1)
        #expect(try await Self.status(stage, .financial).backoff?.failure.code == "connect_forbidden")
        #expect(try await Self.status(stage, .financeDetail).backoff?.failure.code == "connect_forbidden")
        #expect(try await Self.status(stage, .sales).backoff == nil)
    }

    @Test("A network failure is retried less and less often, and an unreadable report does not delay others")
    func network() async throws {
        let stage = try ReportFetchStage()
        stage.notes.cut(true)
        #expect(await stage.work() == 1)
        try stage.advance(to: "03-01T00:01")
        #expect(await stage.work() == 1)
        #expect(await stage.work() == 0)
        try stage.advance(to: "03-01T00:02")
        #expect(await stage.work() == 0)
        try stage.advance(to: "03-01T00:03")
        #expect(await stage.work() == 1)
        stage.notes.cut(false)
        stage.notes.refuse("reportDate%5D=2026-02-20&", with: 200)
        try stage.advance(to: "03-01T01:00")
        #expect(await stage.work() > 1300)
        let status = try await Self.status(stage, .sales)
        #expect(status.backoff?.failure.code == "connect_unreadable")
        #expect(status.pausedUntil == nil)
    }

    @Test("The fetch waits for the hourly limit")
    func limit() async throws {
        let stage = try ReportFetchStage()
        stage.notes.refuse("v1", with: 429)
        #expect(await stage.work() == 1)
        stage.notes.refuse("v1", with: nil)
        #expect(await stage.work() == 0)
        let until = Instant(milliseconds: 1_772_323_200_000) + .minutes(5)
        #expect(try await Self.status(stage, .sales).pausedUntil == until)
        try stage.advance(to: "03-01T00:05")
        #expect(await stage.work() > 1300)
    }

    @Test("Without a key nothing is fetched, and imported reports are compared")
    func keyless() async throws {
        let stage = try ReportFetchStage()
        let worker = AppReportFetchWorker(
            for: ReportFetchStage.app,
            fetch: nil,
            repository: stage.repository,
            ambient: stage.ambient,
            logger: Logger(label: "test") { [handler = stage.log.handler] _ in handler },
            reconcile: { [notes = stage.notes] _, days in notes.compare(days) }
        )
        #expect(await worker.round() == 0)
        try stage.buy("gems.600", by: "anna")
        try stage.advance(to: "03-01T16:30")
        _ = try await stage.day("2026-02-28")
        #expect(await worker.round() == 0)
        #expect(stage.notes.days == ["2026-02-28...2026-02-28"])
    }

    @Test("The worker runs a round at once and another after each rest, by its clock")
    func worker() async throws {
        let stage = try ReportFetchStage()
        let clock = ManualClock()
        let worker = ReportFetchWorker(workers: [stage.worker], clock: clock)
        let running = Task { try await worker.run() }
        while clock.sleeperCount == 0 { await Task.yield() }
        #expect(stage.notes.targets.count == 40)
        clock.advance(by: ReportFetchWorker<ManualClock>.interval)
        while clock.sleeperCount == 0 { await Task.yield() }
        #expect(stage.notes.targets.count == 80)
        running.cancel()
        _ = await running.result
    }
}
