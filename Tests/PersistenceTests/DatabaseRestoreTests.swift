import Foundation
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Testing

@Suite struct DatabaseRestoreTests {
    private static let silent: @Sendable (MaintenanceProgress) -> Void = { _ in }

    private static func record(_ number: UInt64, in repository: some Repository) async throws {
        let period = Sample.period("\(number)", of: "\(number)")
        _ = try await repository.record(Sample.notification(number, about: period))
    }

    /// A database with three notifications, and a copy of it from when it had two.
    private static func databaseAndCopy() async throws -> (database: TemporaryDatabase, copy: String) {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for number in UInt64(1)...2 { try await Self.record(number, in: repository) }
        let copy = database.folder.appending(path: "copy.db").path
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .callers)
        _ = try await maintenance.backup(to: copy, replacing: false, progress: Self.silent)
        try await Self.record(3, in: repository)
        await repository.close()
        return (database, copy)
    }

    private static func restore(
        _ copy: String,
        to path: String,
        schema: SQLiteSchema = .current
    ) async throws -> (check: CheckReport, aside: String?) {
        let restore = try DatabaseRestore(path: path, schema: schema)
        let check = try await restore.prepare(from: copy, progress: Self.silent)
        await (try restore.openPrepared(logger: TemporaryDatabase.logger)).close()
        return (check, try restore.finish(now: Sample.beginning))
    }

    private static func evidenceCount(_ path: String, schema: SQLiteSchema = .current) async throws -> Int {
        let repository = try SQLiteRepository(
            path: path,
            schema: schema,
            policy: .requireCurrent,
            logger: TemporaryDatabase.logger
        ) { _ in }
        let count = try await repository.read { view in try view.evidence(after: 0, limit: 100) }.count
        await repository.close()
        return count
    }

    @Test("The backup takes the database's place, and the database is kept beside it")
    func restored() async throws {
        let (database, copy) = try await Self.databaseAndCopy()
        let (check, aside) = try await Self.restore(copy, to: database.path)
        #expect(check.flaws.isEmpty)
        #expect(try await Self.evidenceCount(database.path) == 6)
        let kept = try #require(aside)
        #expect(kept == database.path + ".before-restore-20260101T000000000Z")
        #expect(try await Self.evidenceCount(kept) == 9)
        #expect(try await Self.evidenceCount(copy) == 6, "The backup is as it was.")
        let folder = URL(filePath: database.path).deletingLastPathComponent().path
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("restore-p") }
        #expect(left.isEmpty)
    }

    @Test("A log that was left by a crash goes aside with its database and is never applied to the new one")
    func leftLog() async throws {
        let (database, copy) = try await Self.databaseAndCopy()
        let repository = try database.open()
        try await Self.record(4, in: repository)
        // The files as a crash would leave them: the newest commit is in the log only.
        let crashed = database.folder.appending(path: "crashed.db").path
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: database.path + suffix, toPath: crashed + suffix)
        }
        await repository.close()
        let (_, aside) = try await Self.restore(copy, to: crashed)
        #expect(try await Self.evidenceCount(crashed) == 6)
        #expect(try await Self.evidenceCount(try #require(aside)) == 12)
    }

    @Test("Without a database, the backup becomes the database")
    func nothingThere() async throws {
        let (database, copy) = try await Self.databaseAndCopy()
        let path = database.folder.appending(path: "new.db").path
        let (_, aside) = try await Self.restore(copy, to: path)
        #expect(aside == nil)
        #expect(try await Self.evidenceCount(path) == 6)
    }

    @Test("A backup of an earlier version is brought up to date on its way")
    func olderBackup() async throws {
        let (database, copy) = try await Self.databaseAndCopy()
        let (check, _) = try await Self.restore(copy, to: database.path, schema: .next)
        #expect(check.schema == SQLiteSchema.current.version)
        #expect(try await Self.evidenceCount(database.path, schema: .next) == 6)
        #expect(try await Self.evidenceCount(copy) == 6, "The backup is as it was.")
    }

    @Test("A backup of a newer version changes nothing")
    func newerBackup() async throws {
        let (database, copy) = try await Self.databaseAndCopy()
        await (try SQLiteRepository(path: copy, schema: .next, logger: TemporaryDatabase.logger) { _ in }).close()
        await #expect {
            try await Self.restore(copy, to: database.path)
        } throws: { error in
            (error as? MaintenanceError)?.code == "database_too_new"
        }
        #expect(try await Self.evidenceCount(database.path) == 9)
    }

    @Test("A backup that is damaged, missing or no backup changes nothing")
    func refused() async throws {
        let (database, copy) = try await Self.databaseAndCopy()
        let letter = database.folder.appending(path: "letter.txt").path
        try Data(String(repeating: "This is a letter. ", count: 500).utf8).write(to: URL(filePath: letter))
        var bytes = try Data(contentsOf: URL(filePath: copy))
        // A page in the middle, zeroed.
        let page = 8192 * (bytes.count / 8192 / 2)
        bytes.replaceSubrange(page..<(page + 8192), with: Data(count: 8192))
        let damaged = database.folder.appending(path: "damaged.db").path
        try bytes.write(to: URL(filePath: damaged))
        let cases = [letter, damaged, database.folder.appending(path: "nothing.db").path, database.path]
        for backup in cases {
            let restore = try DatabaseRestore(path: database.path)
            await #expect(throws: MaintenanceError.self, "\(backup)") {
                try await restore.prepare(from: backup, progress: Self.silent)
            }
        }
        #expect(try await Self.evidenceCount(database.path) == 9)
    }

    @Test("A copy whose log the disk did not take does not take the database's place")
    func unwrittenLog() async throws {
        let (database, copy) = try await Self.databaseAndCopy()
        let count = try await Self.evidenceCount(database.path)
        let left = database.path + ".restore-partial-wal"
        do {
            let restore = try DatabaseRestore(path: database.path)
            _ = try await restore.prepare(from: copy, progress: Self.silent)
            #expect(FileManager.default.createFile(atPath: left, contents: Data([1])))
            #expect(throws: MaintenanceError.notWritten(path: database.path)) {
                try restore.finish(now: Sample.beginning)
            }
            restore.abandon()
        }
        #expect(!FileManager.default.fileExists(atPath: left))
        #expect(try await Self.evidenceCount(database.path) == count)
    }

    @Test("While a server has the database, it is refused")
    func locked() async throws {
        let (database, _) = try await Self.databaseAndCopy()
        let repository = try database.open()
        #expect(throws: SQLiteOpenError.locked(path: database.path)) { try DatabaseRestore(path: database.path) }
        await repository.close()
    }

    @Test("A restore that ended between its steps is done again, and nothing is lost", arguments: [true, false])
    func interrupted(oldIsAside: Bool) async throws {
        let (database, copy) = try await Self.databaseAndCopy()
        try FileManager.default.copyItem(atPath: copy, toPath: database.path + ".restore-ready")
        if oldIsAside {
            try FileManager.default.moveItem(atPath: database.path, toPath: database.path + ".before-restore-x")
        }
        #expect(throws: SQLiteOpenError.restoreInterrupted(path: database.path)) { try database.open() }
        _ = try await Self.restore(copy, to: database.path)
        #expect(try await Self.evidenceCount(database.path) == 6)
        let folder = URL(filePath: database.path).deletingLastPathComponent().path
        let asides = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.contains(".before-restore-") && !$0.hasSuffix(".lock") }
        #expect(asides.count == 1)
        #expect(try await Self.evidenceCount(folder + "/" + (asides.first ?? "")) == 9)
    }
}
