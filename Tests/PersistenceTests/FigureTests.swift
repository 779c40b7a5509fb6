import Foundation
import Ledger
import PersistenceSQLite
import PurserTesting
import Testing

/// The figures in a database: what they cost, and what a rebuild finds.
@Suite struct FigureTests {
    @Test("A rebuild finds a planted difference, corrects it, and then finds none")
    func planted() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for number in Int64(0)..<20 {
            let at = Sample.beginning + .hours(number * 30)
            var intake = Sample.facts([Sample.period("\(100 + number)", of: "\(100 + number)", at: at)])
            intake.receivedAt = at
            _ = try await repository.record(intake)
        }
        let before = try await Self.answer(repository)
        #expect(try await Self.rebuild(repository).differences == [])
        let damages = [
            "UPDATE figure SET starts = starts + 1 WHERE bucket = (SELECT min(bucket) FROM figure)",
            "DELETE FROM figure WHERE bucket = (SELECT max(bucket) FROM figure)",
            "UPDATE figure_day SET paid = paid + 2 WHERE day = (SELECT max(day) FROM figure_day)",
            "UPDATE figure_day SET recurring = recurring - 5 WHERE day = (SELECT min(day) FROM figure_day)",
            "DELETE FROM figure_cohort",
        ]
        for damage in damages {
            _ = try await repository.write { unit in try SQLiteRepository.execute(damage, on: unit) }
            let found = try await Self.rebuild(repository)
            #expect(found.differenceCount > 0 && found.differences.count == found.differenceCount, "\(damage)")
            #expect(try await Self.rebuild(repository).differences == [], "\(damage)")
            #expect(try await Self.answer(repository) == before, "\(damage)")
        }
        await repository.close()
    }

    @Test("A rebuild is exact while purchases are recorded and chains join", arguments: 1...6)
    func concurrent(seed: UInt64) async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open(checksGroups: true)
        let memory = InMemoryRepository()
        var facts: [LedgerFact] = []
        for part in UInt64(0)..<4 {
            facts += EvidenceStory(seed: seed * 10 + part).withPrices().shuffled(seed: part)
        }
        var generator = SeededGenerator(seed: seed)
        var rebuild = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 2)
        var differences: [FigureRebuild.Difference] = []
        var endedCount = 0
        for fact in facts {
            let intake = RepositoryContract.intake(of: fact, app: Sample.app)
            _ = try await repository.record(intake)
            _ = try await memory.record(intake)
            guard generator.happens(percent: 40) else { continue }
            rebuild = try await Self.proceed(rebuild, repository)
            differences += rebuild.differences
            guard rebuild.phase == .ended else { continue }
            endedCount += 1
            rebuild = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 2)
        }
        #expect(differences == [], "seed \(seed)")
        #expect(try await Self.rebuild(repository).differences == [], "seed \(seed)")
        #expect(try await Self.answer(repository) == Self.answer(memory), "seed \(seed)")
        if seed == 1 { #expect(endedCount > 0, "A rebuild ended while purchases were recorded.") }
        await repository.close()
    }

    @Test("A renewal writes as many rows of figures after many periods as after few")
    func constantCost() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        var written: [Int64: Int] = [:]
        for number in Int64(0)..<40 {
            let at = Sample.beginning + .days(30 * number)
            let period = Sample.period(
                "\(1000 + number)",
                of: "1000",
                at: at,
                reason: number == 0 ? .purchase : .renewal
            )
            var intake = Sample.facts([period])
            intake.receivedAt = at
            let before = try await Self.written(repository)
            _ = try await repository.record(intake)
            written[number] = try await Self.written(repository) - before
        }
        #expect(written[3] == written[39], "\(written[3] ?? 0) rows, then \(written[39] ?? 0)")
        await repository.close()
    }

    @Test("Purchases of one commit share their rows of figures")
    func sharedRows() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    _ = try await repository.record(
                        Sample.facts([Sample.period("\(900 + number)", of: "\(900 + number)")])
                    )
                }
            }
            try await group.waitForAll()
        }
        let rows = try await repository.read { view in
            try ["figure", "figure_cohort"].map { try SQLiteRepository.rowCount(of: $0, on: view) }
        }
        #expect(rows == [2, 1], "The beginning, the end, and the cohort.")
        await repository.close()
    }

    private static func written(_ repository: SQLiteRepository) async throws -> Int {
        try await repository.write { unit in try SQLiteRepository.writtenCount(on: unit) }
    }

    private static func answer(_ repository: any Repository) async throws -> FigureAnswer {
        let first = FigureBucket(Sample.beginning - .days(900)).number / 96 * 96
        let instants = (Int64(0)...1400).map { FigureBucket(number: first + $0 * 96) }
        var query = FigureQuery(app: Sample.app, environment: .production, instants: instants, timeZone: "UTC")
        query.splits = Set(FigureQuery.Split.allCases)
        return try await repository.read { [query] view in try view.figures(query) }
    }

    private static func rebuild(_ repository: any Repository) async throws -> FigureRebuild {
        var rebuild = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 3)
        while rebuild.phase != .ended { rebuild = try await Self.proceed(rebuild, repository) }
        return rebuild
    }

    private static func proceed(_ rebuild: FigureRebuild, _ repository: any Repository) async throws -> FigureRebuild {
        try await repository.write { unit in
            try unit.continueRebuild(rebuild, at: Sample.beginning + .days(900), timeZone: "UTC")
        }
    }
}
