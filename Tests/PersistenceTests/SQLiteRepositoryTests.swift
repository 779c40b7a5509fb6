import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Synchronization
import Testing

@Suite struct SQLiteRepositoryTests {
    @Test("The writer syncs each commit and is the only connection that checkpoints")
    func settings() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        let settings = try await repository.settings()
        #expect(settings.journalMode == "wal")
        #expect(settings.synchronous == 2)
        #expect(settings.enforcesForeignKeys)
        #expect(settings.writerCheckpointPages > 0)
        #expect(!settings.readerCheckpointPages.isEmpty)
        #expect(settings.readerCheckpointPages.allSatisfy { $0 == 0 })
        await repository.close()
    }

    @Test("Files are made for their owner only")
    func permissions() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await repository.write { unit in try unit.probe() }
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        #expect(try Self.permissions(of: folder.path) == 0o700)
        for suffix in ["", "-wal", "-shm", ".lock"] {
            #expect(try Self.permissions(of: database.path + suffix) == 0o600, "\(suffix)")
        }
        await repository.close()
    }

    @Test("Units that wait together share a commit")
    func groupCommit() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        let before = repository.statistics
        try await withThrowingTaskGroup(of: Void.self) { group in
            // While a unit is at work, every other has to wait.
            let (begun, hasBegun) = AsyncStream<Void>.makeStream()
            group.addTask {
                try await repository.write { _ in
                    hasBegun.finish()
                    while repository.statistics.waiting < 400 { sched_yield() }
                }
            }
            for await _ in begun {}
            for number in UInt64(0)..<400 {
                let period = Sample.period("\(number)", of: "\(number)")
                group.addTask { _ = try await repository.record(Sample.notification(number, about: period)) }
            }
            try await group.waitForAll()
        }
        let units = repository.statistics.units - before.units
        let commits = repository.statistics.commits - before.commits
        #expect(units == 401)
        #expect(commits == 2, "The first unit, and all that came meanwhile.")
        let period = Sample.period("0", of: "0")
        _ = try await repository.record(Sample.notification(0, about: period))
        #expect(repository.statistics.commits == before.commits + commits + 1, "A duplicate has a commit of its own.")
        await repository.close()
    }

    @Test("A unit that fails takes none of its neighbors with it")
    func neighbors() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in UInt64(0)..<100 {
                var intake = Sample.notification(number, about: Sample.period("\(number)", of: "\(number)"))
                intake.transactions[0].productID = ProductID("product-\(number)")
                if number % 10 == 3 {
                    let part = SignedEvidence.Part(offset: 0, digest: .number(.max - 7))
                    intake.evidence.append(Sample.evidence(.max - number - 8, kind: .notification, parts: [part]))
                }
                let unit = intake
                group.addTask {
                    do {
                        return try await repository.record(unit).isNew
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 }.count == 90)
        for number in 0..<100 {
            let chain = try await repository.read { view in
                try view.chain(
                    of: TransactionID("\(number)"),
                    app: Sample.app,
                    environment: .production
                )
            }
            #expect((chain == nil) == (number % 10 == 3), "\(number)")
            guard let chain else { continue }
            #expect(chain.chain.transactions.map(\.current.productID) == [ProductID("product-\(number)")])
        }
        await repository.close()
    }

    @Test("On a full disk a write is refused, nothing of it is kept, and it succeeds once there is room")
    func fullDisk() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await repository.limit(pageCount: 1)
        var refused: [Intake] = []
        for number in UInt64(0)..<40 {
            let intake = Sample.notification(number, about: Sample.period("\(number)", of: "\(number)"))
            do {
                _ = try await repository.record(intake)
            } catch {
                #expect(error == .full)
                refused.append(intake)
            }
        }
        #expect(!refused.isEmpty)
        #expect(repository.failureCounts == [.full: refused.count], "Each failure is counted.")
        #expect(database.fatalErrors.withLock { $0.isEmpty }, "A full disk is no reason to stop.")
        try await repository.limit(pageCount: nil)
        for intake in refused {
            let recorded = try await repository.record(intake)
            #expect(recorded.isNew)
        }
        try await repository.write { unit in try unit.probe() }
        let evidence = try await repository.read { view in try view.evidence(after: 0, limit: 1000) }
        #expect(evidence.count == 120)
        await repository.close()
    }

    @Test("Writes into a file that was moved away are never acknowledged, and succeed once it is back")
    func movedAway() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        let period = Sample.period("1", of: "1")
        _ = try await repository.record(Sample.notification(1, about: period))
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        let elsewhere = database.folder.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: folder, to: elsewhere)
        for _ in 0..<2 {
            let error = await Self.error { () throws(RepositoryError) in
                _ = try await repository.record(Sample.notification(2, about: period))
            }
            #expect(error == .unreachable)
        }
        #expect(
            await Self.error { () throws(RepositoryError) in try await repository.write { unit in try unit.probe() } }
                == .unreachable
        )
        #expect(database.fatalErrors.withLock { $0.isEmpty })
        try FileManager.default.moveItem(at: elsewhere, to: folder)
        #expect(try await repository.record(Sample.notification(2, about: period)).isNew)
        await repository.close()
        let again = try database.open()
        #expect(try await again.read { view in try view.evidence(after: 0, limit: 10) }.count == 6)
        await again.close()
    }

    @Test("A log that was removed under the server is noticed", arguments: ["", "-wal"])
    func removed(suffix: String) async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        try await repository.write { unit in try unit.probe() }
        try FileManager.default.removeItem(atPath: database.path + suffix)
        #expect(
            await Self.error { () throws(RepositoryError) in try await repository.write { unit in try unit.probe() } }
                == .unreachable
        )
        await repository.close()
    }

    @Test("After an I/O error nothing more is accepted, and the process is ordered to stop")
    func ioError() async {
        await #expect(processExitsWith: .success) {
            let database = try TemporaryDatabase()
            let repository = try database.open()
            try await repository.write { unit in try unit.probe() }
            // From here on no file may grow: the write-ahead log's next write fails.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 65536, rlim_max: 65536)
            try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
            let period = Sample.period("1", of: "1")
            let first = await Self.error { () throws(RepositoryError) in
                _ = try await repository.record(Sample.notification(1, about: period))
            }
            try #require(first == .failedSync)
            let second = await Self.error { () throws(RepositoryError) in
                try await repository.write { unit in try unit.probe() }
            }
            try #require(second == .failedSync)
            try #require(database.fatalErrors.withLock { $0 } == [.failedSync])
            await repository.close()
        }
    }

    @Test("No statement scans a table or sorts what it finds, nor goes through all that customers of an app have")
    func plans() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        await repository.close()
        let file = try DatabaseQueue(path: database.path)
        var searched = 0
        let kinds = ["SELECT", "INSERT", "UPDATE", "DELETE"]
        for statement in SQLiteRepository.statements
        where kinds.contains(where: statement.sql.hasPrefix) && !Self.boundedScans.contains(statement.name) {
            let plan = try await file.read { database in
                let count = statement.sql.count { $0 == "?" }
                let arguments = StatementArguments(Array(repeating: 1, count: count))
                let rows = try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + statement.sql, arguments: arguments)
                return rows.map { $0["detail"] as String }
            }
            searched += plan.count { $0.hasPrefix("SEARCH") }
            #expect(!plan.contains { $0.hasPrefix("SCAN") && $0 != "SCAN CONSTANT ROW" }, "\(statement.name): \(plan)")
            let isSorted = plan.contains { $0.contains("TEMP B-TREE") }
            #expect(!isSorted || Self.sums.contains(statement.name), "\(statement.name): \(plan)")
            // What is found by the app, the environment or the import alone grows with everything ever recorded.
            let isBroad = plan.contains { $0.contains(/\((scope|app|job)=\?\)$/) }
            #expect(!isBroad || Self.wholeLists.contains(statement.name), "\(statement.name): \(plan)")
        }
        #expect(searched > 30, "The plans were read.")
    }

    /// The statements that count to a limit, that look at 200 sales, that look up each time of a span, that list the few
    /// certificates ever revoked, and those of an erasure: it is seldom, and names may be in whatever is kept for a day,
    /// waiting in an import, or noted by operators.
    private static let boundedScans: Set<String> = [
        "idempotentRequestCount", "renameImportRows", "forgetAnswersNaming", "eraseChangeNotes",
        "waitingCount", "suspendedCount", "fulfillmentCountInState", "orderCountInQueue", "flaggedOrderCount",
        "revokedCertificates", "unknownReportCount",
        "subscriptionNearSale", "sumsOfOneGroup", "daySumsOfOneProduct",
    ]

    /// The statements that list what is few, or what is asked for page by page, or that read the first entry only.
    private static let wholeLists: Set<String> = [
        "sinks", "webhooks", "historyWindows", "extensions", "newestImports", "retryImportRows", "firstLegacyUseDay",
        "priceLadders", "deleteAbandonedImportRows", "rescissions", "deleteCohorts",
    ]

    /// The statements that add up the figures of a span of time, or that list the products of some months, of which the
    /// groups are no order of the table.
    private static let sums: Set<String> = ["sumUp", "bucketSums", "daySums", "sums", "cohortProducts"]

    private static func permissions(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private static func error(
        _ work: () async throws(RepositoryError) -> Void
    ) async -> RepositoryError? {
        do throws(RepositoryError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }
}
