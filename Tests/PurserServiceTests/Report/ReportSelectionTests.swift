import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct ReportSelectionTests {
    /// Fetches, and returns the outcome of each listed report, with the result.
    private static func fetch(
        _ selection: ReportSelection,
        at stage: ReportFetchStage
    ) async throws -> (outcomes: [OperationResult.Value], result: OperationResult) {
        let events = Mutex<[OperationEvent]>([])
        await stage.fetch.fetch(selection, by: RequestOrigin(name: "ada")) { event in
            events.withLock { $0.append(event) }
        }
        var outcomes: [OperationResult.Value] = []
        var last: OperationResult?
        for event in events.withLock({ $0 }) {
            switch event {
            case .line(let line): outcomes += line.fields.filter { $0.name == "outcome" }.map(\.value)
            case .result(let result): last = result
            case .progress, .finding, .failure: break
            }
        }
        return (outcomes, try #require(last))
    }

    private static func days(_ first: String, _ last: String) throws -> ReportSelection.Periods {
        .days(try #require(CivilDay(text: first))...(try #require(CivilDay(text: last))))
    }

    @Test("The reports of days are fetched newest first, and a missing one makes the result a failure")
    func days() async throws {
        let stage = try ReportFetchStage()
        try stage.buy("gems.600", by: "anna")
        try stage.advance(to: "03-02T17:00")
        let periods = try Self.days("2026-02-28", "2026-03-02")
        let fetched = try await Self.fetch(ReportSelection(.sales, periods), at: stage)
        #expect(fetched.outcomes == [.text("not_yet"), .text("no_sales"), .text("new")])
        #expect(!fetched.result.isClean && fetched.result.fields.contains(.init("asked", .number(3))))
        let known = try Self.days("2026-02-28", "2026-03-01")
        #expect(try await Self.fetch(ReportSelection(.sales, known), at: stage).result.isClean)
    }

    @Test("Due days for which Apple has no report are only counted, and are no failure")
    func due() async throws {
        let stage = try ReportFetchStage()
        try stage.buy("gems.600", by: "anna")
        try stage.advance(to: "03-02T17:00")
        let fetched = try await Self.fetch(ReportSelection(.sales, .due), at: stage)
        #expect(fetched.outcomes == [.text("new")] && fetched.result.isClean, "\(fetched)")
    }

    @Test("A failure that would affect the others skips their requests")
    func stopped() async throws {
        let stage = try ReportFetchStage()
        try stage.advance(to: "03-02T17:00")
        stage.notes.cut(true)
        let periods = try Self.days("2026-02-28", "2026-03-01")
        let fetched = try await Self.fetch(ReportSelection(nil, periods), at: stage)
        #expect(fetched.outcomes == [.text("failed")])
        #expect(fetched.result.fields.contains(.init(ReportFetch.stoppedName, .text("connect_unreachable"))))
        #expect(fetched.result.fields.contains(.init("asked", .number(1))))
        let none = ReportSelection(.sales, .fiscalMonth(try #require(FiscalMonth(text: "2026-05"))))
        #expect(try await Self.fetch(none, at: stage).outcomes.isEmpty)
    }
}
