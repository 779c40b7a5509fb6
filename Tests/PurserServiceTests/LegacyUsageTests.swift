import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct LegacyUsageTests {
    private static let today = CivilDay(number: 20_500)

    private static func use(
        _ format: InputFormat,
        daysAgo: Int64 = 0,
        version: String = "",
        count: Int64 = 1
    ) -> LegacyUse {
        LegacyUse(
            app: AppName("shop"),
            day: Self.today + -daysAgo,
            format: format,
            version: version,
            count: count
        )
    }

    private static func report(_ uses: [LegacyUse], days: Int64 = 30) async throws -> LegacyUsageReport {
        let repository = InMemoryRepository()
        try await repository.write { unit in try unit.count(uses) }
        let shop = try TestShop(repository: repository)
        let ambient = Ambient(
            now: { Instant(milliseconds: Self.today.number * 86_400_000 + 5) },
            randomBytes: { [UInt8](repeating: 0, count: $0) }
        )
        return try await LegacyUsageService(repository: repository, ambient: ambient).report(on: shop.app, days: days)
    }

    private static func line(_ format: InputFormat, in report: LegacyUsageReport) throws -> LegacyUsageReport.Line {
        try #require(report.lines.first { $0.format == format })
    }

    @Test("Shares are within a kind, versions are sorted by uses, and days by date")
    func shares() async throws {
        let report = try await Self.report([
            Self.use(.signedTransaction, count: 90), Self.use(.receipt, daysAgo: 2, version: "3.1", count: 2),
            Self.use(.receipt, version: "3.2", count: 8), Self.use(.notificationV1, count: 1),
        ])
        #expect(report.from == Self.today + -29)
        let receipts = try Self.line(.receipt, in: report)
        #expect(receipts.count == 10)
        #expect(receipts.share == 10_000)
        #expect(receipts.versions.map(\.name) == ["3.2", "3.1"])
        #expect(receipts.versions.map(\.lastDay) == [Self.today, Self.today + -2])
        #expect(receipts.days.map(\.count) == [2, 8])
        #expect(try Self.line(.notificationV1, in: report).share == 100_000)
        #expect(try Self.line(.notificationV2, in: report).share == 0)
        #expect(try Self.line(.signedTransaction, in: report).step == nil)
    }

    @Test("A share is 0 or 100 % only if that is exact, and no number overflows")
    func bounds() async throws {
        let report = try await Self.report([
            Self.use(.signedTransaction, count: .max / 2), Self.use(.receipt, count: 1),
        ])
        #expect(try Self.line(.receipt, in: report).share == 1)
        #expect(try Self.line(.signedTransaction, in: report).share == 99_999)
        #expect(try await Self.report([]).lines.allSatisfy { $0.share == nil && $0.count == 0 })
    }

    @Test("A legacy format can be switched off after thirty days without a use, and not before")
    func steps() async throws {
        let fresh = try await Self.report([Self.use(.signedTransaction, daysAgo: 10)])
        #expect(try Self.line(.receipt, in: fresh).step?.state == .tooEarly)
        let long = Self.use(.signedTransaction, daysAgo: 29)
        let used = try await Self.report([long, Self.use(.receipt, daysAgo: 29), Self.use(.notificationV1)])
        #expect(try Self.line(.receipt, in: used).step?.state == .used)
        #expect(try Self.line(.receipt, in: used).step?.lastDay == Self.today + -29)
        #expect(try Self.line(.notificationV1, in: used).step?.state == .used)
        #expect(try Self.line(.verifyReceipt, in: used).step?.state == .unused)
        let gone = try await Self.report([long, Self.use(.receipt, daysAgo: 30)])
        #expect(try Self.line(.receipt, in: gone).step?.state == .unused)
        // This holds however few days are shown.
        let week = try await Self.report([long, Self.use(.receipt, daysAgo: 20)], days: 7)
        #expect(try Self.line(.receipt, in: week).count == 0)
        #expect(try Self.line(.receipt, in: week).step?.state == .used)
    }

    @Test("Every step of every format has a sentence in both languages")
    func sentences() async throws {
        let reports = [
            try await Self.report([]), try await Self.report([Self.use(.signedTransaction, daysAgo: 40)]),
            try await Self.report(InputFormat.allCases.map { Self.use($0) }),
        ]
        var states: Set<LegacyUsageStep.State> = []
        for step in reports.flatMap(\.lines).compactMap(\.step) {
            states.insert(step.state)
            #expect(step.sentence.count > 10 && step.chineseSentence.count > 5)
        }
        #expect(states == Set(LegacyUsageStep.State.allCases))
    }

    @Test("Counts are written together, and none is lost if the write fails")
    func counter() async throws {
        let repository = InMemoryRepository()
        let counter = LegacyUsageCounter()
        let now = Instant(milliseconds: Self.today.number * 86_400_000)
        let app = AppName("shop")
        for _ in 0..<3 { counter.note(.receipt, version: "3.2", of: app, at: now) }
        counter.note(.receipt, version: "a name with spaces", of: app, at: now)
        counter.note(.receipt, version: String(repeating: "9", count: 65), of: app, at: now)
        counter.note(.receipt, version: "3.2", of: app, at: now + .days(1))
        let closed = InMemoryRepository()
        await closed.close()
        func worker(_ repository: any Repository) -> LegacyUsageWorker<ContinuousClock> {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            return LegacyUsageWorker(counter: counter, repository: repository, logger: logger, clock: .continuous)
        }
        await worker(closed).write()
        await worker(repository).write()
        await worker(repository).write()
        let uses = try await repository.read { view in try view.legacyUses(of: app, since: Self.today) }
        #expect(uses.map(\.version) == ["", "3.2", "3.2"])
        #expect(uses.map(\.count) == [2, 3, 1])
    }

    @Test("Only a limited number of versions is counted separately")
    func crowd() async throws {
        let repository = InMemoryRepository()
        let counter = LegacyUsageCounter()
        let now = Instant(milliseconds: Self.today.number * 86_400_000)
        for number in 0..<5000 { counter.note(.receipt, version: "1.\(number)", of: AppName("shop"), at: now) }
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        await LegacyUsageWorker(counter: counter, repository: repository, logger: logger, clock: .continuous).write()
        let uses = try await repository.read { view in try view.legacyUses(of: AppName("shop"), since: Self.today) }
        #expect(uses.count == 4097)
        #expect(uses.reduce(0) { $0 + $1.count } == 5000)
    }
}
