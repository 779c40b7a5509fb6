import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct DayAcceptanceTests {
    private static let day = ReconciliationStage.day
    private static let erin = RequestOrigin(name: "erin", reason: "Apple has announced a correction")

    /// A stage with a day on which the report has one sale more.
    private static func open(_ stage: ReconciliationStage) async throws -> DayState {
        try await stage.sell("1", on: Self.day)
        try await stage.report(Self.day, [ReconciliationStage.gems(2)])
        return try await Self.compare(stage)
    }

    private static func compare(_ stage: ReconciliationStage) async throws -> DayState {
        try await stage.service().reconcile(stage.app, days: Self.day...Self.day).state(Self.day)
    }

    @Test(
        "A day is accepted as the person saw it, with an entry of the person and the reason",
        arguments: ReconciliationStage.Storage.allCases
    )
    func accept(storage: ReconciliationStage.Storage) async throws {
        try await ReconciliationStage.during(storage) { stage in
            let seen = try await Self.open(stage)
            #expect(seen.phase == .open)
            let digest = try #require(seen.digest)
            let service = stage.service()
            let accepted = try await service.accept(Self.day, digest: digest, of: stage.app, by: Self.erin)
            #expect(accepted.nothing == nil && accepted.phase == .accepted)
            #expect(accepted.acceptance?.by == "erin" && accepted.acceptance?.reason == Self.erin.reason)
            let again = try await service.accept(Self.day, digest: digest, of: stage.app, by: Self.erin)
            #expect(again.nothing == .dayAccepted)
            // Another comparison has the same result, so the day stays accepted.
            #expect(try await Self.compare(stage).phase == .accepted)
            let result = try await service.reconcile(stage.app, days: Self.day...Self.day)
            #expect(result.unexplainedCount == 0)
            let entries = try await stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            let acts = entries.filter { $0.action == .reconciliationAccept }
            #expect(acts.map(\.outcome) == [.done, .nothing])
            #expect(acts.first?.subject == Self.day.text && acts.first?.operatorName == "erin")
        }
    }

    @Test("A day that has changed, has no report, or without a reason is not accepted")
    func refusals() async throws {
        let stage = try ReconciliationStage()
        let seen = try #require(try await Self.open(stage).digest)
        let service = stage.service()
        await #expect(throws: ReconciliationError.reportMissing(Self.day + 1)) {
            try await service.accept(Self.day + 1, digest: seen, of: stage.app, by: Self.erin)
        }
        await #expect(throws: ReconciliationError.reasonMissing) {
            try await service.accept(Self.day, digest: seen, of: stage.app, by: RequestOrigin(name: "erin"))
        }
        try await stage.report(Self.day, [ReconciliationStage.gems(3)])
        _ = try await Self.compare(stage)
        await #expect(throws: ReconciliationError.dayChanged(Self.day)) {
            try await service.accept(Self.day, digest: seen, of: stage.app, by: Self.erin)
        }
        #expect(ReconciliationError.dayChanged(Self.day).code == "reconciliation_day_changed")
        #expect(try await Self.compare(stage).phase == .open)
        let entries = try await stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(!entries.contains { $0.action == .reconciliationAccept })
    }

    @Test("A correction of Apple's reopens an accepted day, and is logged once")
    func reopened() async throws {
        let stage = try ReconciliationStage()
        let digest = try #require(try await Self.open(stage).digest)
        _ = try await stage.service().accept(Self.day, digest: digest, of: stage.app, by: Self.erin)
        func warnings() -> Int { stage.log.lines.count { $0.level == .warning } }
        #expect(warnings() == 0)
        try await stage.report(Self.day, [ReconciliationStage.gems(3)])
        let after = try await Self.compare(stage)
        #expect(after.phase == .open && after.isReopened && after.acceptance?.by == "erin")
        #expect(warnings() == 1)
        _ = try await Self.compare(stage)
        #expect(warnings() == 1)
    }

    @Test("An acceptance is withdrawn once", arguments: ReconciliationStage.Storage.allCases)
    func withdrawn(storage: ReconciliationStage.Storage) async throws {
        try await ReconciliationStage.during(storage) { stage in
            let digest = try #require(try await Self.open(stage).digest)
            let service = stage.service()
            _ = try await service.accept(Self.day, digest: digest, of: stage.app, by: Self.erin)
            let origin = RequestOrigin(name: "finn", reason: "too early")
            let withdrawn = try await service.withdrawAcceptance(of: Self.day, in: stage.app, by: origin)
            #expect(withdrawn.phase == .open && withdrawn.acceptance == nil && withdrawn.nothing == nil)
            #expect(withdrawn.summary?.unexplainedCount == 1)
            let again = try await service.withdrawAcceptance(of: Self.day, in: stage.app, by: origin)
            #expect(again.nothing == .dayNotAccepted)
            let entries = try await stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            #expect(entries.filter { $0.action == .reconciliationWithdraw }.map(\.outcome) == [.done, .nothing])
        }
    }
}
