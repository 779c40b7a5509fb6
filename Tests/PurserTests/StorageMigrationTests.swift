import Foundation
import Ledger
import Logging
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting
import Synchronization
import Testing
import purser

/// Data with something in every table on their way from a real file to a real server.
@Suite(.timeLimit(.minutes(30)))
struct StorageMigrationTests {
    /// Small, so that large tables take several.
    private static let portion = StorageMigration.Portion(rows: 100, bytes: 65536)

    private struct Interrupted: Error {}

    private struct Stage {
        let folder: TemporaryFolder
        let path: String
        let server: PostgreSQLServer
        let name: String

        /// The data in a file, and an empty database.
        init() async throws {
            self.folder = try TemporaryFolder()
            self.path = self.folder.path + "/purser.db"
            let rich = try await StorageMigrationTests.rich.value
            try Data(contentsOf: URL(filePath: rich)).write(to: URL(filePath: self.path))
            let server = try await DedicatedThread.run { try PostgreSQLServer.shared.get() }
            self.server = server
            self.name = try await DedicatedThread.run { try server.makeDatabase() }
        }

        var settings: PostgreSQLSettings { PostgreSQLSettings(patient: self.server.connection(self.name)) }

        func psql(_ statement: String) async throws -> String {
            let (server, name) = (self.server, self.name)
            return try await DedicatedThread.run { try server.psql(statement, database: name) }
        }

        /// Moves the data; `steps` breaks that off after so many, as a process that is killed.
        @discardableResult
        func move(
            restarts: Bool = false,
            portion: StorageMigration.Portion = StorageMigrationTests.portion,
            steps: Int = .max,
            report: @escaping @Sendable (OperationEvent) -> Void = { _ in }
        ) async throws -> OperationResult {
            let left = Mutex(steps)
            let migration = StorageMigration(
                try StorageMigrationSource(path: self.path),
                to: self.settings,
                restarts: restarts,
                portion: portion,
                report: report
            ) {
                try left.withLock { left in
                    left -= 1
                    if left < 0 { throw Interrupted() }
                }
            }
            return try await migration.run()
        }

        func open() async throws -> PostgreSQLRepository {
            let settings = self.settings
            return try await DedicatedThread.run {
                try PostgreSQLRepository(settings, readerCount: 1, logger: StorageMigrationTests.quiet)
            }
        }
    }

    fileprivate static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private static let ambient = Ambient(now: { Sample.beginning }, randomBytes: { Sample.bytes($0, seed: 5) })

    /// Written once, and then only copied.
    fileprivate static let rich = Task {
        let folder = FileManager.default.temporaryDirectory.path + "/purser-rich-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = folder + "/purser.db"
        try await PopulatedDatabase.write(to: path)
        return path
    }

    private func code(_ work: () async throws -> Void) async -> String {
        do {
            try await work()
            return "none"
        } catch let error as StorageMigrationError {
            return error.code
        } catch let error as PostgreSQLOpenError {
            return error.code
        } catch let error as MaintenanceError {
            return error.code
        } catch let error as SQLiteOpenError {
            return error.code
        } catch {
            return "\(error)"
        }
    }

    @Test("Every table has rows to move, and all of them arrive, with the same constraints as in a new database")
    func whole() async throws {
        let stage = try await Stage()
        let before = try Data(contentsOf: URL(filePath: stage.path))
        let result = try await stage.move()
        #expect(result.isClean)
        #expect(try Data(contentsOf: URL(filePath: stage.path)) == before, "The file was changed.")
        let empty = try await StorageMigrationSource(path: stage.path).read { reading in
            try reading.tables.filter { try reading.count(of: $0) == 0 }.map(\.name)
        }
        #expect(empty == [], "Nothing shows that these tables are moved.")

        // As a database is that never was anything else.
        let fresh = try await Stage()
        await (try await fresh.open()).close()
        let constraints = """
            SELECT conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
            WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE 'evidence_2%' ORDER BY 1, 2
            """
        let tables = """
            SELECT relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace
            AND relname NOT LIKE 'evidence_2%' ORDER BY 1
            """
        #expect(try await stage.psql(constraints) == (try await fresh.psql(constraints)))
        #expect(try await stage.psql(tables) == (try await fresh.psql(tables)))
    }

    @Test("What the repositories answer is the same on both sides, and writing goes on where it was")
    func reading() async throws {
        let stage = try await Stage()
        try await stage.move()
        let here = try SQLiteSnapshot(path: stage.path)
        let there = try await stage.open()
        #expect(
            try await here.read { view in try view.newestEvidencePosition() }
                == (try await there.read { view in try view.newestEvidencePosition() })
        )
        var position: Int64 = 0
        var count = 0
        while true {
            let mine = try await here.read { [position] view in try view.evidence(after: position, limit: 100) }
            let its = try await there.read { [position] view in try view.evidence(after: position, limit: 100) }
            #expect(mine.map(\.position) == its.map(\.position))
            #expect(mine.map(\.evidence) == its.map(\.evidence))
            guard let last = mine.last else { break }
            position = last.position
            count += mine.count
        }
        #expect(count > 50)
        let customers = try await StorageMigrationSource(path: stage.path).read { try $0.customers(about: 1_000_000) }
        #expect(customers.count > 20)
        for (place, (app, customer)) in customers.enumerated() where TestScale.factor > 1 || place % 8 == 0 {
            for environment in [StoreEnvironment.production, .sandbox, .xcode] {
                let ledger = try await here.read { view in
                    try view.ledger(of: customer, app: app, environment: environment)
                }
                let other = try await there.read { view in
                    try view.ledger(of: customer, app: app, environment: environment)
                }
                #expect(Set(ledger.chains) == Set(other.chains) && ledger.chains.count == other.chains.count)
            }
            let stream = EventStream(app: app, subject: .customer(customer))
            let events = try await here.read { view in try view.events(of: stream, after: 0, limit: 1000) }
            #expect(events == (try await there.read { view in try view.events(of: stream, after: 0, limit: 1000) }))
        }
        #expect(
            try await here.read { view in try view.auditHead() }
                == (try await there.read { view in try view.auditHead() })
        )
        let sales = try await RepositoryContract.sales(of: Sample.app, in: here)
        #expect(sales.count > 20)
        #expect(sales == (try await RepositoryContract.sales(of: Sample.app, in: there)))

        // Numbers go on behind those that were given.
        let period = Sample.period("777001", of: "777000", token: Sample.token(777))
        let recorded = try await there.record(Sample.notification(777_777, about: period))
        #expect(try await there.read { view in try view.newestEvidencePosition() } > position)
        #expect(try await there.record(Sample.notification(777_777, about: period)) != recorded, "It is known now.")
        _ = try await AuditLog(repository: there, ambient: Self.ambient).add(
            AuditRecord(by: "ada", .databaseMigrate, on: "x")
        )
        #expect(try await AuditLog(repository: there, ambient: Self.ambient).flaws() == [])
        await there.close()
    }

    @Test("Broken off after any step, and again, it goes on and ends the same")
    func resumed() async throws {
        let stage = try await Stage()
        var resumptions = 0
        var steps = 0
        while true {
            do {
                let result = try await stage.move(steps: steps)
                #expect(result.isClean)
                break
            } catch is Interrupted {
                resumptions += 1
                steps += 3
                // No server meanwhile.
                let code = await self.code { await (try await stage.open()).close() }
                #expect(code == "database_unfinished")
            }
        }
        #expect(resumptions > 8)
        await (try await stage.open()).close()
    }

    @Test("A connection that is lost in the middle leaves nothing half")
    func lost() async throws {
        let stage = try await Stage()
        let (server, name) = (stage.server, stage.name)
        let isCut = Mutex(false)
        await #expect(throws: PostgreSQLFailure.self) {
            try await stage.move { event in
                guard case .progress(let progress) = event, progress.stage == "copying", progress.done > 100,
                    isCut.withLock({ isCut in
                        defer { isCut = true }
                        return !isCut
                    })
                else { return }
                _ = try? server.psql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'"
                )
            }
        }
        let lines = Mutex([String]())
        let result = try await stage.move { event in
            guard case .line(let line) = event, case .text(let text)? = line.fields.first?.value else { return }
            lines.withLock { $0.append(text) }
        }
        #expect(result.isClean)
        #expect(lines.withLock { $0 }.first?.hasPrefix("Continuing: ") == true)
    }

    @Test("A canceled task stops it, and it goes on later")
    func canceled() async throws {
        let stage = try await Stage()
        let (path, settings) = (stage.path, stage.settings)
        let running = Mutex<Task<OperationResult, any Error>?>(nil)
        let task = Task {
            let migration = StorageMigration(
                try StorageMigrationSource(path: path),
                to: settings,
                portion: Self.portion
            ) { event in
                guard case .progress(let progress) = event, progress.stage == "copying" else { return }
                while running.withLock({ $0 }) == nil { sched_yield() }
                running.withLock { $0?.cancel() }
            }
            return try await migration.run()
        }
        running.withLock { $0 = task }
        await #expect(throws: (any Error).self) { try await task.value }
        #expect(try await stage.move().isClean)
    }

    @Test("Other data are refused, those that were written to meanwhile too, and --restart begins anew")
    func changed() async throws {
        let stage = try await Stage()
        _ = try? await stage.move(steps: 5)
        // A server of this data ran in between.
        await (try PopulatedDatabase.open(stage.path)).close()
        #expect(await self.code { try await stage.move() } == "storage_migration_source_changed")
        _ = try? await stage.move(restarts: true, steps: 8)
        let other = stage.folder.path + "/other.db"
        let repository = try PopulatedDatabase.open(other)
        _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
        await repository.close()
        let settings = stage.settings
        #expect(
            await self.code {
                _ = try await StorageMigration(try StorageMigrationSource(path: other), to: settings).run()
            }
                == "storage_migration_other_source"
        )
        #expect(try await stage.move().isClean)
        // Then they are data, and are not discarded.
        #expect(await self.code { try await stage.move() } == "storage_migration_target_taken")
        #expect(await self.code { try await stage.move(restarts: true) } == "storage_migration_target_taken")
    }

    @Test("A difference is found and named, and no server opens the copy", arguments: Change.allCases)
    func differences(change: Change) async throws {
        let stage = try await Stage()
        let (server, name) = (stage.server, stage.name)
        let found = Mutex([String]())
        let outcome = try await stage.move { event in
            switch event {
            // Then all is copied and whole, and nothing compared yet.
            case .progress(let progress) where progress.stage == "linking" && progress.done == progress.total:
                _ = try? server.psql(change.statement, database: name)
            case .finding(let finding): found.withLock { $0.append(finding.detail) }
            default: break
            }
        }
        let details = found.withLock { $0 }
        if change == .none {
            #expect(outcome.isClean && details == [])
        } else {
            #expect(!outcome.isClean, "\(details)")
            #expect(details.contains { $0.contains(change.words) }, "\(details)")
            #expect(await self.code { await (try await stage.open()).close() } == "database_unfinished")
        }
    }

    /// A change to a copy before it is compared.
    enum Change: CaseIterable {
        case none, otherText, otherBytes, missing, more

        var statement: String {
            switch self {
            case .none: "SELECT 1"
            case .otherText: "UPDATE audit SET operator = operator || ' ' WHERE number = 1"
            case .otherBytes: "UPDATE evidence SET payload = payload || '\\x00' WHERE position = 3"
            case .missing: "DELETE FROM customer_audit_entry WHERE ctid = (SELECT min(ctid) FROM customer_audit_entry)"
            case .more: "INSERT INTO app (id, name) VALUES (4711, 'more')"
            }
        }

        var words: String {
            switch self {
            case .none: ""
            case .otherText: "number 1 of audit has another operator"
            case .otherBytes: "position 3 of evidence has another payload"
            case .missing: "of customer_audit_entry is missing"
            case .more: "app: "
            }
        }
    }

    @Test("Text with a zero byte is copied like any other")
    func zeroByte() async throws {
        let stage = try await Stage()
        let repository = try PopulatedDatabase.open(stage.path)
        _ = try await AuditLog(repository: repository, ambient: Self.ambient).add(
            AuditRecord(by: "a\u{0}b", .databaseMigrate, on: "x")
        )
        await repository.close()
        try await stage.move()
        let kept = try await stage.psql("SELECT count(*) FROM audit WHERE operator = E'a\\x01\\x01b'")
        #expect(kept == "1")
    }

    @Test("A file that is damaged, missing, in use or of another schema is refused")
    func badSource() async throws {
        let stage = try await Stage()
        let repository = try PopulatedDatabase.open(stage.path)
        #expect(await self.code { try await stage.move() } == "database_locked")
        await repository.close()
        var bytes = try Data(contentsOf: URL(filePath: stage.path))
        for offset in stride(from: 40 * 8192, to: bytes.count, by: 3 * 8192) {
            bytes.replaceSubrange(offset..<(offset + 512), with: Data(repeating: 0xA5, count: 512))
        }
        try bytes.write(to: URL(filePath: stage.path))
        let code = await self.code { try await stage.move() }
        #expect(["copy_damaged", "database_not_a_database"].contains(code), "\(code)")
        try FileManager.default.removeItem(atPath: stage.path)
        #expect(await self.code { try await stage.move() } == "database_missing")
        await (try PopulatedDatabase.open(stage.path)).close()
        let next = SQLiteSchema.current.followed(
            by: SQLiteSchema.Step(number: "9999", summary: "Changes nothing.", script: "SELECT 1")
        )
        #expect(
            await self.code { _ = try StorageMigrationSource(path: stage.path, schema: next) } == "database_too_old"
        )
        await (try SQLiteRepository(path: stage.path, schema: next, logger: Self.quiet) { _ in }).close()
        #expect(await self.code { try await stage.move() } == "database_too_new")
    }

    @Test("A database with other tables, with rows, or in use by a server is refused")
    func badTarget() async throws {
        let foreign = try await Stage()
        _ = try await foreign.psql("CREATE TABLE invoice (id int)")
        #expect(await self.code { try await foreign.move() } == "database_foreign")

        let stage = try await Stage()
        let server = try await stage.open()
        #expect(await self.code { try await stage.move() } == "storage_migration_target_in_use")
        await server.close()
        _ = try await stage.psql("INSERT INTO app (name) VALUES ('shop')")
        #expect(await self.code { try await stage.move() } == "storage_migration_target_taken")
        _ = try await stage.psql("DELETE FROM app")
        #expect(try await stage.move().isClean)
    }

    @Test(
        "Data that a server recorded during the check is not discarded, and no other opens the database"
    )
    func quicker() async throws {
        let stage = try await Stage()
        await (try await stage.open()).close()
        let (server, name, settings) = (stage.server, stage.name, stage.settings)
        let opening = Mutex<String?>(nil)
        let code = await self.code {
            try await stage.move { event in
                guard case .progress(let progress) = event, progress.stage != "copying",
                    opening.withLock({ $0 }) == nil
                else { return }
                // Of a server that looked before the database was taken, and of one that looks now.
                _ = try? server.psql("INSERT INTO app (id, name) VALUES (4711, 'quick')", database: name)
                do throws(PostgreSQLOpenError) {
                    _ = try PostgreSQLRepository(settings, readerCount: 1, logger: StorageMigrationTests.quiet)
                    opening.withLock { $0 = "opened" }
                } catch {
                    opening.withLock { $0 = error.code }
                }
            }
        }
        #expect(code == "storage_migration_target_taken")
        #expect(opening.withLock { $0 } == "database_unfinished")
        #expect(try await stage.psql("SELECT name FROM app") == "quick")
        #expect(try await stage.psql("SELECT to_regclass('storage_migration') IS NULL") == "t")
        _ = try await stage.psql("DELETE FROM app")
        #expect(try await stage.move().isClean)
    }

    @Test("A table that only one side has is refused, so that none is forgotten")
    func forgotten() async throws {
        let stage = try await Stage()
        await (try await stage.open()).close()
        _ = try await stage.psql("CREATE TABLE coin (id bigint PRIMARY KEY)")
        #expect(await self.code { try await stage.move() } == "storage_migration_tables_differ")
        _ = try await stage.psql("DROP TABLE coin")
        _ = try await stage.psql("ALTER TABLE app ADD COLUMN color text")
        #expect(await self.code { try await stage.move() } == "storage_migration_tables_differ")
        _ = try await stage.psql("ALTER TABLE app DROP COLUMN color")
        #expect(try await stage.move().isClean)
    }
}
