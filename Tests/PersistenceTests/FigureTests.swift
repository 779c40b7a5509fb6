import Foundation
import Ledger
import PersistenceSQL
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
        let sums = try await Self.answer(repository, by: [.currency])
        #expect(try await Self.rebuild(repository).differences == [])
        let damages = [
            "UPDATE figure SET starts = starts + 1 WHERE bucket = (SELECT min(bucket) FROM figure)",
            "DELETE FROM figure WHERE bucket = (SELECT max(bucket) FROM figure)",
            "UPDATE figure_day SET paid = paid + 2 WHERE day = (SELECT max(day) FROM figure_day)",
            "UPDATE figure_day SET recurring = recurring - 5 WHERE day = (SELECT min(day) FROM figure_day)",
            "DELETE FROM figure_cohort",
            "UPDATE figure_sum SET starts = starts + 1 WHERE length = 0 AND split = 4",
            "DELETE FROM figure_sum WHERE length = 1 AND split = 6",
            "UPDATE figure_sum SET time = time + 400 WHERE length = 1 AND split = 1",
            "UPDATE figure_sum SET paid = paid + 2 WHERE length = 2 AND split = 0",
            "UPDATE figure_sum SET time = time - 12 WHERE length = 2 AND split = 5",
            "UPDATE figure_sum SET paid = paid - 1 WHERE length = 2 AND split = 7",
            "DELETE FROM figure_sum",
        ]
        for damage in damages {
            _ = try await repository.write { unit in try SQLiteRepository.execute(damage, on: unit) }
            let found = try await Self.rebuild(repository)
            let listed = min(found.differenceCount, FigureRebuild.maximumListed)
            #expect(found.differenceCount > 0 && found.differences.count == listed, "\(damage)")
            #expect(try await Self.rebuild(repository).differences == [], "\(damage)")
            #expect(try await Self.answer(repository) == before, "\(damage)")
            #expect(try await Self.answer(repository, by: [.currency]) == sums, "\(damage)")
        }
        await repository.close()
    }

    @Test("A figure that is wrong in its row, and therefore in every sum, is one difference")
    func onePlanted() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        var intake = Sample.facts([Sample.period("1", of: "1", at: Sample.beginning)])
        intake.receivedAt = Sample.beginning + .days(1)
        _ = try await repository.record(intake)
        let before = try await Self.answer(repository)
        let bucket = "(SELECT min(bucket) FROM figure)"
        for (table, condition) in [
            ("figure_day", "day IN (\(bucket) / 96, (SELECT min(day) FROM figure_day))"),
            ("figure_sum", "length = 0 AND time = \(bucket) OR length = 1 AND time = \(bucket) / 96"),
            ("figure_sum", "length = 2 AND time = (SELECT min(time) FROM figure_sum WHERE length = 2)"),
            ("figure", "bucket = \(bucket)"),
        ] {
            let damage = "UPDATE \(table) SET starts = starts + 1 WHERE \(condition)"
            _ = try await repository.write { unit in try SQLiteRepository.execute(damage, on: unit) }
        }
        let differences = try await Self.rebuild(repository).differences
        #expect(differences.map(\.figure) == ["starts"], "\(differences)")
        #expect(try await Self.answer(repository) == before)
        #expect(try await Self.rebuild(repository).differences == [])
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

    @Test("A rebuild counts each refund case once, also those that change while it counts")
    func refundCases() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for number in Int64(1)...5 {
            let asked = RepositoryContract.askedRefund("\(number)", uuid: "a\(number)", hour: number)
            _ = try await repository.record(asked)
        }
        var rebuild = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 2)
        for _ in 0..<2 { rebuild = try await Self.proceed(rebuild, repository) }
        #expect(rebuild.chainCount == 0, "Two of the cases are counted.")
        for number in Int64(1)...6 where number == 1 || number > 4 {
            let asked = RepositoryContract.askedRefund("\(number)", uuid: "b\(number)", hour: 30 + number)
            _ = try await repository.record(asked)
        }
        while rebuild.phase != .ended { rebuild = try await Self.proceed(rebuild, repository) }
        #expect(rebuild.differences == [])
        let before = try await Self.answer(repository)
        let requests = before.spans.flatMap(\.values).reduce(0) { $0 + $1[.refundRequests] }
        #expect(requests == 8)
        let damage = "UPDATE figure SET refund_requests = 0"
        _ = try await repository.write { unit in try SQLiteRepository.execute(damage, on: unit) }
        #expect(try await Self.rebuild(repository).differenceCount > 0)
        #expect(try await Self.answer(repository) == before)
        await repository.close()
    }

    @Test("A rebuild fails where another one has begun, which goes on and finds no difference")
    func twice() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for id in 1...6 { _ = try await repository.record(Sample.facts([Sample.period("\(id)", of: "\(id)")])) }
        let before = try await Self.answer(repository)
        let begun = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 2)
        var first = try await Self.proceed(begun, repository)
        first = try await Self.proceed(first, repository)
        var second = try await Self.proceed(begun, repository)
        let displaced = first
        await #expect(throws: RepositoryError.leaseLost) { try await Self.proceed(displaced, repository) }
        while second.phase != .ended { second = try await Self.proceed(second, repository) }
        #expect(second.differences == [] && second.chainCount == 6)
        #expect(try await Self.answer(repository) == before)
        await repository.close()
    }

    @Test("Chains that join without a change of their sum are counted once")
    func joined() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for id in ["1", "2"] { _ = try await repository.record(Sample.facts([Self.gems(id)])) }
        var rebuild = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 1)
        for _ in 0..<2 { rebuild = try await Self.proceed(rebuild, repository) }
        #expect(rebuild.chainCount == 1)
        let before = try await Self.answer(repository)
        var again = Self.gems("2")
        again.previousOriginalTransactionID = OriginalTransactionID("1")
        (again.signedAt, again.digest) = (Sample.beginning + .days(1), .number(77))
        _ = try await repository.record(Sample.facts([again]))
        while rebuild.phase != .ended { rebuild = try await Self.proceed(rebuild, repository) }
        #expect(rebuild.differences == [] && rebuild.chainCount == 1, "The second chain is part of the first.")
        #expect(try await Self.answer(repository) == before)
        await repository.close()
    }

    @Test("A rebuild that ends early is told nothing more, and the next one counts anew")
    func abandoned() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for id in 1...6 { _ = try await repository.record(Sample.facts([Sample.period("\(id)", of: "\(id)")])) }
        var rebuild = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 2)
        for _ in 0..<2 { rebuild = try await Self.proceed(rebuild, repository) }
        func isRunning() async throws -> Bool {
            let table = "figure_fold WHERE rebuilt_until IS NOT NULL"
            return try await repository.read { view in try SQLiteRepository.rowCount(of: table, on: view) } > 0
        }
        #expect(try await isRunning())
        rebuild.abandon()
        rebuild = try await Self.proceed(rebuild, repository)
        #expect(rebuild.phase == .ended)
        #expect(try await !isRunning())
        #expect(try await Self.rebuild(repository).differences == [])
        let left = try await repository.read { view in
            try ["figure", "figure_cohort"].map { try SQLiteRepository.rowCount(of: "\($0) WHERE scope < 0", on: view) }
        }
        #expect(left == [0, 0])
        await repository.close()
    }

    @Test("A changed time zone sums the days up anew in limited steps, with the same answers meanwhile")
    func timeZone() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await Self.recordDays(in: repository)
        let before = try await Self.answer(repository)
        let sums = try await Self.answer(repository, by: [])
        var rebuild = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 5)
        var counts: [Int] = []
        while rebuild.phase != .ended {
            rebuild = try await Self.proceed(rebuild, repository, timeZone: "Asia/Kathmandu")
            let table = "figure_day"
            counts.append(
                try await repository.read { view in try SQLiteRepository.rowCount(of: table, on: view) }
            )
            #expect(try await Self.answer(repository) == before)
            #expect(try await Self.answer(repository, by: []) == sums)
        }
        #expect(rebuild.differences == [])
        #expect(counts.prefix(2).allSatisfy { $0 > 0 } && counts.contains(0), "\(counts)")
        #expect(try await Self.rebuild(repository).differences == [])
        #expect(try await Self.answer(repository) == before)
        await repository.close()
    }

    @Test("A commit removes a week of the days of a former time zone, however many units it has")
    func boundedCommit() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await Self.recordDays(in: repository)
        func dayCount() async throws -> Int {
            try await repository.read { view in try SQLiteRepository.rowCount(of: "figure_day", on: view) }
        }
        let before = try await dayCount()
        let rebuild = FigureRebuild(app: Sample.app, environment: .production)
        try await repository.write { unit in
            let now = Sample.beginning + .days(900)
            for _ in 0..<5 { _ = try unit.continueRebuild(rebuild, at: now, timeZone: "Asia/Kathmandu") }
        }
        #expect(try await dayCount() == before - 7, "Each day and the total have one row.")
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
        #expect(rows == [2, 2], "The beginning and the end; the cohort and its first period.")
        await repository.close()
    }

    @Test("A purchase of the running quarter of an hour writes no sums, and a late one writes each of them")
    func lateSums() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        func sumCount() async throws -> Int {
            try await repository.read { view in try SQLiteRepository.rowCount(of: "figure_sum", on: view) }
        }
        func record(_ id: String, at: Instant, receivedAt: Instant) async throws {
            var intake = Sample.facts([Sample.period(id, of: id, at: at)])
            intake.receivedAt = receivedAt
            _ = try await repository.record(intake)
        }
        let now = Sample.beginning + .days(40)
        try await record("1", at: now, receivedAt: now)
        #expect(try await sumCount() == 0, "Nothing is over.")
        try await record("2", at: now + .minutes(5), receivedAt: now + .minutes(10))
        #expect(try await sumCount() == 0, "The quarter of an hour runs.")
        try await record("3", at: now + .minutes(15), receivedAt: now + .minutes(15))
        #expect(try await sumCount() == 2 + 6 + 8, "A quarter of an hour is over, with its day and its month as far.")
        try await record("4", at: now + .minutes(30), receivedAt: now + .minutes(30))
        #expect(try await sumCount() == 2 * 2 + 6 + 8)
        // The end of the period is later than the running quarter of an hour.
        try await record("5", at: now - .hours(1), receivedAt: now + .minutes(30))
        #expect(try await sumCount() == 3 * 2 + 6 * 2 + 8, "It is late, on the day before, in the same month.")
        await repository.close()
    }

    @Test("A read of figures or cohorts ends one row after the maximum of its query", arguments: [0, 2, 4, 5, Int.max])
    func bounded(maximum: Int) async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for (number, storefront) in ["USA", "JPN", "CHN", "DEU", "FRA"].enumerated() {
            var period = Sample.period("\(100 + number)", of: "\(100 + number)")
            period.storefront = storefront
            period.productID = ProductID("plus.\(number)")
            var intake = Sample.facts([period])
            // The day is over, so it is in its sums too.
            intake.receivedAt = Sample.beginning + .days(1)
            _ = try await repository.record(intake)
        }
        let counts = try await repository.read { view in
            let session = try #require(view as? Session)
            let name = ScopeName(app: Sample.app, environment: .production)
            let scope = try #require(try session.knownScope(name))
            let first = FigureBucket(Sample.beginning)
            let buckets = first..<FigureBucket(number: first.number + 96)
            var query = FigureQuery(
                app: Sample.app,
                environment: .production,
                instants: [buckets.lowerBound, buckets.upperBound]
            )
            (query.splits, query.maximumRows) = ([.storefront], maximum)
            var cohorts = CohortQuery(app: Sample.app, environment: .production, months: Int64.min..<Int64.max)
            (cohorts.hasPeriods, cohorts.maximumCells) = (false, maximum)
            var counts: [Int] = []
            for summing in [FigureSumming.spans(of: 96), .stocks, .everything] {
                counts.append(try session.sums(query, of: buckets, by: summing, scope: scope).count)
                let day = FigureCalendar(timeZone: "UTC").day(of: first)
                let days = day.number..<day.number + 1
                counts.append(try session.sums(query, of: days, in: .day, by: summing, scope: scope).count)
            }
            counts.append(try session.cohorts(cohorts, rebuilt: false, scope: scope).count)
            return counts
        }
        let expected = maximum < 5 ? maximum + 1 : 5
        #expect(counts == Array(repeating: expected, count: 7))
        await repository.close()
    }

    /// Records a purchase on each of 30 days, a day later.
    private static func recordDays(in repository: any Repository) async throws {
        for number in Int64(0)..<30 {
            let at = Sample.beginning + .days(number)
            var intake = Sample.facts([Sample.period("\(100 + number)", of: "\(100 + number)", at: at)])
            intake.receivedAt = at + .days(1)
            _ = try await repository.record(intake)
        }
    }

    private static func written(_ repository: SQLiteRepository) async throws -> Int {
        try await repository.write { unit in try SQLiteRepository.writtenCount(on: unit) }
    }

    private static func answer(
        _ repository: any Repository,
        by splits: Set<FigureQuery.Split> = Set(FigureQuery.Split.allCases)
    ) async throws -> FigureAnswer {
        let first = FigureBucket(Sample.beginning - .days(900)).number / 96 * 96
        let instants = (Int64(0)...1400).map { FigureBucket(number: first + $0 * 96) }
        var query = FigureQuery(app: Sample.app, environment: .production, instants: instants)
        query.splits = splits
        return try await repository.read { [query] view in try view.figures(query) }
    }

    private static func rebuild(_ repository: any Repository) async throws -> FigureRebuild {
        var rebuild = FigureRebuild(app: Sample.app, environment: .production, chainsPerUnit: 3)
        while rebuild.phase != .ended { rebuild = try await Self.proceed(rebuild, repository) }
        return rebuild
    }

    private static func proceed(
        _ rebuild: FigureRebuild,
        _ repository: any Repository,
        timeZone: String = "UTC"
    ) async throws -> FigureRebuild {
        try await repository.write { unit in
            try unit.continueRebuild(rebuild, at: Sample.beginning + .days(900), timeZone: timeZone)
        }
    }

    /// A purchase that is no subscription.
    private static func gems(_ id: String) -> TransactionSnapshot {
        TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("com.example.gems"),
            kind: .consumable,
            purchaseAt: Sample.beginning,
            price: Money(amountMilliunits: 4990, currency: "USD"),
            storefront: "USA",
            signedAt: Sample.beginning,
            digest: .number(UInt64(id) ?? 0)
        )
    }
}
