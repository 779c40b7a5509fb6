import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ReconciliationWorkerTests {
    private static let day = ReconciliationStage.day

    /// Runs the daily comparison of a server that has just started.
    private static func keepUp(_ stage: ReconciliationStage, on today: PacificDay) async throws {
        stage.shop.setNow(today.begin + .hours(9))
        let clock = ManualClock()
        let worker = ReconciliationWorker(service: stage.service(), apps: [stage.app], clock: clock)
        let running = Task { try await worker.run() }
        while clock.sleeperCount == 0 { await Task.yield() }
        running.cancel()
        try await running.value
    }

    private static func phases(_ stage: ReconciliationStage) async throws -> [DayState.Phase] {
        try await stage.shop.repository.read { view in
            try view.dayStates(of: stage.app, within: Self.day...(Self.day + 1))
        }.map(\.phase)
    }

    @Test("An older open day is compared again, so that evidence that was healed late resolves it")
    func healedLate() async throws {
        let stage = try ReconciliationStage()
        try await stage.report(Self.day, [ReconciliationStage.gems(1)])
        try await Self.keepUp(stage, on: Self.day + 2)
        #expect(try await Self.phases(stage) == [.open])
        try await stage.sell("1", on: Self.day)
        // A Wednesday, long after the last eight days.
        try await Self.keepUp(stage, on: Self.day + 43)
        #expect(try await Self.phases(stage) == [.matched])
    }

    @Test("Matched days are compared again on Mondays, as far back as two months")
    func mondays() async throws {
        let stage = try ReconciliationStage()
        try await stage.sell("1", on: Self.day)
        try await stage.report(Self.day, [ReconciliationStage.gems(1)])
        try await Self.keepUp(stage, on: Self.day + 2)
        #expect(try await Self.phases(stage) == [.matched])
        try await stage.sell("2", on: Self.day)
        try await Self.keepUp(stage, on: Self.day + 40)
        #expect(try await Self.phases(stage) == [.matched], "A Sunday.")
        try await Self.keepUp(stage, on: Self.day + 41)
        #expect(try await Self.phases(stage) == [.open], "A Monday.")
    }
}
