import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

@Suite struct SQLiteOpenErrorTests {
    @Test("A file that is open is refused until it is closed")
    func secondOpening() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        #expect(throws: SQLiteOpenError.locked(path: database.path)) { try database.open() }
        try await repository.write { unit in try unit.probe() }
        await repository.close()
        let again = try database.open()
        try await again.write { unit in try unit.probe() }
        await again.close()
    }

    @Test(
        "Another process sees the lock",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/flock"), "flock(1) is not installed")
    )
    func secondProcess() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        #expect(try Self.exitStatus(ofLocking: database.path) == 1)
        await repository.close()
        #expect(try Self.exitStatus(ofLocking: database.path) == 0)
    }

    @Test("A file of a newer version is refused and left as it is")
    func newerSchema() async throws {
        let database = try TemporaryDatabase()
        await (try database.open(schema: .next)).close()
        let before = try Data(contentsOf: URL(filePath: database.path))
        for policy in [SchemaPolicy.migrate, .requireCurrent] {
            #expect(throws: SQLiteOpenError.tooNewSchema(path: database.path)) { try database.open(policy: policy) }
        }
        #expect(try Data(contentsOf: URL(filePath: database.path)) == before)
        try await database.change("INSERT INTO grdb_migrations VALUES ('9999')")
        #expect(throws: SQLiteOpenError.tooNewSchema(path: database.path)) { try database.open(schema: .next) }
    }

    @Test("A file of an older version is refused where it is not to be changed, and brought forward where it is")
    func olderSchema() async throws {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        let before = try Data(contentsOf: URL(filePath: database.path))
        #expect(throws: SQLiteOpenError.olderSchema(path: database.path)) {
            try database.open(schema: .next, policy: .requireCurrent)
        }
        #expect(try Data(contentsOf: URL(filePath: database.path)) == before)
        await (try database.open(schema: .next)).close()
        let repository = try database.open(schema: .next, policy: .requireCurrent)
        #expect(repository.schema == SQLiteSchema.next.version)
        await repository.close()
    }

    @Test(
        "A half-migrated file is refused by name and left as it is",
        arguments: [
            // A change that is recorded and was not made, or not wholly.
            ("DROP TABLE audit", "audit is missing"),
            ("DROP INDEX original_due", "original_due is missing"),
            ("ALTER TABLE counter DROP COLUMN audits", "counter has no column audits"),
            ("DROP TABLE next_thing", "next_thing is missing"),
            ("DROP INDEX next_thing_what", "next_thing_what is missing"),
            ("ALTER TABLE snapshot DROP COLUMN next_length", "snapshot has no column next_length"),
            // A change that was made and is not recorded.
            (
                "DELETE FROM grdb_migrations WHERE identifier = '\(SQLiteSchema.next.version)'",
                "next_thing is there, but the change that makes it is not recorded"
            ),
            (
                "DELETE FROM grdb_migrations WHERE identifier = '0001'",
                "change \(SQLiteSchema.next.steps[1].number) is recorded, but change 0001 is not"
            ),
            ("DELETE FROM grdb_migrations", "access_key is there, but the change that makes it is not recorded"),
            ("DROP TABLE grdb_migrations", "access_key is there, but the change that makes it is not recorded"),
        ]
    )
    func halfMigrated(damage: String, detail: String) async throws {
        let database = try TemporaryDatabase()
        await (try database.open(schema: .next)).close()
        try await database.change(damage)
        let before = try Data(contentsOf: URL(filePath: database.path))
        #expect(throws: SQLiteOpenError.halfMigrated(path: database.path, detail: detail)) {
            try database.open(schema: .next)
        }
        #expect(try Data(contentsOf: URL(filePath: database.path)) == before)
    }

    @Test("A migration that is interrupted leaves the schema before it, and goes through the next time")
    func interruptedMigration() async throws {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        // A change made up to its end, with its record, and then taken back as a crash would.
        try await database.change(
            """
            BEGIN; CREATE TABLE next_thing (id INTEGER PRIMARY KEY, what TEXT NOT NULL) STRICT;
            ALTER TABLE snapshot ADD COLUMN next_length INTEGER NOT NULL DEFAULT 0;
            INSERT INTO grdb_migrations VALUES ('\(SQLiteSchema.next.version)'); ROLLBACK
            """
        )
        #expect(throws: SQLiteOpenError.olderSchema(path: database.path)) {
            try database.open(schema: .next, policy: .requireCurrent)
        }
        let repository = try database.open(schema: .next)
        #expect(try await repository.read { view in try view.auditHead() } == .beginning)
        await repository.close()
    }

    @Test("Tables and indexes of the operator's own are no reason to refuse a file")
    func ownTables() async throws {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        let file = try DatabaseQueue(path: database.path)
        try await file.write { database in
            try database.execute(
                sql: "CREATE INDEX mine ON evidence (signed_at); CREATE TABLE notes (text); ANALYZE"
            )
        }
        try file.close()
        let repository = try database.open(policy: .requireCurrent)
        try await repository.write { unit in try unit.probe() }
        await repository.close()
    }

    @Test("A database of another program is refused and left as it is")
    func foreignDatabase() async throws {
        let database = try TemporaryDatabase()
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try DatabaseQueue(path: database.path)
        try await file.write { database in try database.execute(sql: "CREATE TABLE recipes (name TEXT)") }
        try file.close()
        let before = try Data(contentsOf: URL(filePath: database.path))
        #expect(throws: SQLiteOpenError.notADatabase(path: database.path)) { try database.open() }
        #expect(try Data(contentsOf: URL(filePath: database.path)) == before)
    }

    @Test("Maintenance does not create a database")
    func missing() throws {
        let database = try TemporaryDatabase()
        #expect(throws: SQLiteOpenError.unreadable(path: database.path)) { try database.open(policy: .requireCurrent) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: database.folder.path).isEmpty)
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(throws: SQLiteOpenError.missing(path: database.path)) { try database.open(policy: .requireCurrent) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("While a backup is being restored, the database cannot be opened")
    func restoreInterrupted() async throws {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        let marker = database.path + ".restore-ready"
        try Data().write(to: URL(filePath: marker))
        #expect(throws: SQLiteOpenError.restoreInterrupted(path: database.path)) { try database.open() }
        try FileManager.default.removeItem(atPath: marker)
        await (try database.open()).close()
    }

    @Test("A file that is no database is refused and left as it is")
    func noDatabase() throws {
        let database = try TemporaryDatabase()
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let text = Data(String(repeating: "This is a letter. ", count: 100).utf8)
        try text.write(to: URL(filePath: database.path))
        #expect(throws: SQLiteOpenError.notADatabase(path: database.path)) { try database.open() }
        #expect(try Data(contentsOf: URL(filePath: database.path)) == text)
    }

    @Test("A place that cannot hold a file is refused")
    func noFolder() throws {
        let database = try TemporaryDatabase()
        let folder = URL(filePath: database.path).deletingLastPathComponent()
        try Data().write(to: folder)
        #expect(throws: SQLiteOpenError.notWritable(path: database.path)) { try database.open() }
    }

    @Test(
        "A connection that may lose commits is refused",
        arguments: [
            ("wal", 2, true), ("wal", 3, true), ("wal", 1, false), ("wal", 0, false), ("delete", 2, false),
            ("memory", 3, false), ("", -1, false),
        ] as [(String, Int64, Bool)]
    )
    func durability(journalMode: String, synchronous: Int64, isEnough: Bool) {
        do throws(SQLiteOpenError) {
            try SQLiteRepository.requireDurability(path: "x", journalMode: journalMode, synchronous: synchronous)
            #expect(isEnough)
        } catch {
            #expect(!isEnough)
            #expect(error == .notDurable(path: "x", journalMode: journalMode, synchronous: synchronous))
        }
    }

    @Test("Each error says in one sentence what is wrong and what to do")
    func sentences() {
        let errors: [SQLiteOpenError] = [
            .locked(path: "/p"), .missing(path: "/p"), .tooNewSchema(path: "/p"), .olderSchema(path: "/p"),
            .halfMigrated(path: "/p", detail: "event is missing"), .restoreInterrupted(path: "/p"),
            .unreadable(path: "/p"), .notADatabase(path: "/p"), .notWritable(path: "/p"), .full(path: "/p"),
            .readOnly(path: "/p"), .notDurable(path: "/p", journalMode: "delete", synchronous: 1),
        ]
        for error in errors {
            #expect(error.description.contains("/p"))
            // A sentence, or one that ends with a command, which a full stop would spoil.
            #expect(error.description.hasSuffix(".") || error.description.contains(": purser "))
            #expect(error.description.contains(";"), "What is wrong; what helps.")
        }
        #expect(Set(errors.map(\.code)).count == errors.count)
    }

    private static func exitStatus(ofLocking path: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/flock")
        process.arguments = ["--nonblock", path + ".lock", "true"]
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
