import Foundation
import GRDB
import Ledger
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Synchronization
import Testing

@Suite struct SQLiteMaintenanceTests {
    private static let silent: @Sendable (MaintenanceProgress) -> Void = { _ in }

    /// A closed database with notifications of these numbers.
    private static func filled(_ numbers: Range<UInt64>) async throws -> TemporaryDatabase {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for number in numbers { try await Self.record(number, in: repository) }
        try await Sample.writeAudit(entries: 3, in: repository)
        await repository.close()
        return database
    }

    private static func record(_ number: UInt64, in repository: some Repository) async throws {
        let period = Sample.period("\(number)", of: "\(number)")
        _ = try await repository.record(Sample.notification(number, about: period))
    }

    private static func rows(_ table: String, _ report: CheckReport) -> Int64? {
        report.counts.first { $0.table == table }?.rows
    }

    // MARK: Backup

    @Test("A copy is one plain file for its owner only that opens as the database did")
    func backup() async throws {
        let database = try await Self.filled(0..<20)
        let target = database.folder.appending(path: "copy.db").path
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .taken)
        let report = try await maintenance.backup(to: target, replacing: false, progress: Self.silent)
        #expect(report.check.flaws.isEmpty)
        #expect(report.check.schema == SQLiteRepository.schemaVersion)
        #expect(Self.rows("evidence", report.check) == 60)
        #expect(report.check.auditHead.count == 3)
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: database.folder.path).sorted() == ["copy.db", "data"]
        )
        let copy = try SQLiteRepository(path: target, logger: TemporaryDatabase.logger) { _ in }
        #expect(try await copy.read { view in try view.evidence(after: 0, limit: 100) }.count == 60)
        await copy.close()
    }

    @Test("A copy that is made while the server writes has all earlier acknowledged units, and blocks no writer")
    func backupWhileWriting() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for number in UInt64(0)..<300 { try await Self.record(number, in: repository) }
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .callers)
        let writer = Task {
            var number: UInt64 = 300
            while !Task.isCancelled {
                try await Self.record(number, in: repository)
                number += 1
            }
            return number
        }
        for round in 0..<3 {
            let before = try await repository.read { view in try view.evidence(after: 0, limit: 1_000_000) }.count
            let target = database.folder.appending(path: "copy-\(round).db").path
            let report = try await maintenance.backup(to: target, replacing: false, progress: Self.silent)
            let copied = try #require(Self.rows("evidence", report.check))
            #expect(copied >= before && copied % 3 == 0, "Whole units, and none that was acknowledged is missing.")
            #expect(report.check.flaws.isEmpty)
        }
        writer.cancel()
        let written = try await writer.value
        #expect(written > 300, "The server went on writing.")
        #expect(
            try await repository.read { view in try view.evidence(after: 0, limit: 1_000_000) }.count == Int(written)
                * 3
        )
        let settings = try await repository.settings()
        #expect(settings.readerCheckpointPages.allSatisfy { $0 == 0 })
        await repository.close()
    }

    @Test("An existing file is replaced only when that is said, and the database itself never")
    func existing() async throws {
        let database = try await Self.filled(0..<2)
        let target = database.folder.appending(path: "copy.db").path
        try Data("mine".utf8).write(to: URL(filePath: target))
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .taken)
        await #expect(throws: MaintenanceError.exists(path: target)) {
            try await maintenance.backup(to: target, replacing: false, progress: Self.silent)
        }
        #expect(try Data(contentsOf: URL(filePath: target)) == Data("mine".utf8))
        _ = try await maintenance.backup(to: target, replacing: true, progress: Self.silent)
        #expect(try Data(contentsOf: URL(filePath: target)).count > 100_000)
        await #expect(throws: MaintenanceError.ontoItself(path: database.path)) {
            try await maintenance.backup(to: database.path, replacing: true, progress: Self.silent)
        }
    }

    @Test("If a file cannot be made, an error is reported and nothing is left")
    func noFolder() async throws {
        let database = try await Self.filled(0..<2)
        let target = database.folder.appending(path: "no/such/copy.db").path
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .taken)
        await #expect(throws: MaintenanceError.cannotCreate(path: target, reason: "no such file or directory")) {
            try await maintenance.backup(to: target, replacing: false, progress: Self.silent)
        }
    }

    @Test("A copy that is broken off leaves nothing behind")
    func canceled() async throws {
        let database = try await Self.filled(0..<600)
        let target = database.folder.appending(path: "copy.db").path
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .taken)
        let running = Mutex<Task<BackupReport, any Error>?>(nil)
        let task = Task {
            while running.withLock({ $0 == nil }) { await Task.yield() }
            return try await maintenance.backup(to: target, replacing: false) { _ in
                running.withLock { $0?.cancel() }
            }
        }
        running.withLock { $0 = task }
        await #expect(throws: MaintenanceError.canceled) { try await task.value }
        #expect(try FileManager.default.contentsOfDirectory(atPath: database.folder.path) == ["data"])
    }

    @Test("A damaged database gives no copy")
    func damagedSource() async throws {
        let database = try await Self.filled(0..<20)
        try await database.change("DELETE FROM evidence WHERE position = 1")
        let target = database.folder.appending(path: "copy.db").path
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .taken)
        do {
            _ = try await maintenance.backup(to: target, replacing: false, progress: Self.silent)
            Issue.record("A copy was made.")
        } catch {
            #expect(error.code == "copy_damaged")
        }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    // MARK: Check

    @Test("A sound database has no flaws, in whole and table by table", arguments: [true, false])
    func sound(whole: Bool) async throws {
        let database = try await Self.filled(0..<30)
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .taken)
        let stages = Mutex<Set<MaintenanceProgress.Stage>>([])
        let report = try await maintenance.check(whole: whole) { progress in
            _ = stages.withLock { $0.insert(progress.stage) }
        }
        #expect(report.flaws.isEmpty)
        _ = try maintenance.plan()
        _ = try maintenance.auditEntries(after: 0, limit: 1)
        let folder = URL(filePath: database.path).deletingLastPathComponent().path
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(left == ["purser.db", "purser.db.lock"], "No log is left behind.")
        #expect(Self.rows("notification", report) == 30)
        #expect(Self.rows("audit", report) == 3)
        #expect(stages.withLock { $0 } == [.checking, .parts])
    }

    @Test(
        "Every kind of damage is found",
        arguments: [
            ("DELETE FROM evidence WHERE position = 2", "database_reference"),
            ("UPDATE evidence_part SET offset = 100000 WHERE whole = 3", "evidence_part_missing"),
            ("DELETE FROM interned_string WHERE text = 'DID_RENEW'", "database_reference"),
            ("PRAGMA ignore_check_constraints = 1; UPDATE evidence SET kind = 9", "database_integrity"),
        ]
    )
    func damaged(damage: String, code: String) async throws {
        let database = try await Self.filled(0..<5)
        try await database.change(damage)
        for whole in [true, false] {
            let maintenance = try SQLiteMaintenance(path: database.path, ownership: .nobodys)
            let report = try await maintenance.check(whole: whole, progress: Self.silent)
            #expect(report.flaws.contains { $0.code == code }, "\(report.flaws)")
        }
    }

    @Test("An index that has lost an entry is found")
    func brokenIndex() async throws {
        let database = try await Self.filled(0..<5)
        // The index is made to look as if it had been there before the rows.
        try await database.change(
            """
            CREATE INDEX mine ON evidence (signed_at); PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET sql = 'CREATE INDEX mine ON evidence (digest)' WHERE name = 'mine';
            """
        )
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .nobodys)
        let report = try await maintenance.check(whole: true, progress: Self.silent)
        #expect(report.flaws.contains { $0.code == "database_integrity" && $0.detail.contains("mine") })
    }

    @Test("A foreign database, or one of another version, is not checked")
    func notOurs() async throws {
        let database = try await Self.filled(0..<1)
        try await database.change("INSERT INTO grdb_migrations VALUES ('9999')")
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .nobodys)
        await #expect(throws: MaintenanceError.cannotOpen(.tooNewSchema(path: database.path))) {
            try await maintenance.check(whole: true, progress: Self.silent)
        }
        #expect(throws: SQLiteOpenError.missing(path: database.path + "x")) {
            try SQLiteMaintenance(path: database.path + "x", ownership: .nobodys)
        }
    }

    @Test("Only the server that has a file open maintains it")
    func locked() async throws {
        let database = try TemporaryDatabase()
        let repository = try database.open()
        for ownership in [SQLiteMaintenance.Ownership.taken, .nobodys] {
            #expect(throws: SQLiteOpenError.locked(path: database.path)) {
                try SQLiteMaintenance(path: database.path, ownership: ownership)
            }
        }
        _ = try SQLiteMaintenance(path: database.path, ownership: .callers).plan()
        await repository.close()
    }

    @Test("The audit log can be read from a file")
    func audit() async throws {
        let database = try await Self.filled(0..<1)
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .nobodys)
        #expect(try maintenance.auditEntries(after: 1, limit: 5).map(\.number) == [2, 3])
    }

    // MARK: Migration

    @Test("The plan for an earlier database names what would be done to it and changes nothing")
    func plan() async throws {
        let database = try await EarlierDatabase.make()
        let before = try Data(contentsOf: URL(filePath: database.path))
        let plan = try SQLiteMaintenance(path: database.path, ownership: .taken, schema: .next).plan()
        #expect(plan.schema == SQLiteSchema.current.version)
        #expect(plan.steps.map(\.number) == [SQLiteSchema.next.version])
        #expect(plan.steps.allSatisfy { $0.summary.hasSuffix(".") })
        let snapshots = plan.steps.first?.tables.first { $0.table == "snapshot" }
        #expect((snapshots?.rows ?? 0) >= 20)
        #expect(plan.neededBytes > 0 && plan.freeBytes > 0 && !plan.isCurrent)
        #expect(try Data(contentsOf: URL(filePath: database.path)) == before)
        await (try database.open(schema: .next)).close()
        let after = try SQLiteMaintenance(path: database.path, ownership: .taken, schema: .next).plan()
        #expect(after.schema == SQLiteSchema.next.version)
        #expect(after.isCurrent && after.neededBytes == 0)
        #expect(throws: MaintenanceError.cannotOpen(.tooNewSchema(path: database.path))) {
            try SQLiteMaintenance(path: database.path, ownership: .taken).plan()
        }
    }

    @Test("A file without tables has all steps before it")
    func emptyFile() throws {
        let database = try TemporaryDatabase()
        let path = database.folder.appending(path: "empty.db").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let plan = try SQLiteMaintenance(path: path, ownership: .taken).plan()
        #expect(plan.schema == nil && !plan.isCurrent)
        #expect(plan.steps.map(\.number) == SQLiteSchema.current.steps.map(\.number))
    }

    @Test("A database of an earlier version can be copied and looked through before it is migrated")
    func olderSchema() async throws {
        let database = try await Self.filled(0..<2)
        let maintenance = try SQLiteMaintenance(path: database.path, ownership: .taken, schema: .next)
        let target = database.folder.appending(path: "copy.db").path
        let report = try await maintenance.backup(to: target, replacing: false, progress: Self.silent)
        #expect(report.check.schema == SQLiteSchema.current.version)
        #expect(report.check.auditHead.count == 3)
        #expect(try await maintenance.check(whole: true, progress: Self.silent).flaws.isEmpty)
    }
}
