import Foundation
import GRDB
package import Ledger
import PersistenceSQL

/// Copies a database file, checks it, and plans its migration.
///
/// It never writes to the file. It reads on connections of its own, which never checkpoint, so that a running server is
/// not delayed; a long read only lets the write-ahead log grow until it ends.
package final class SQLiteMaintenance: Sendable {
    /// Which process owns the file during the maintenance.
    package enum Ownership: Sendable {
        /// The caller's process, which holds the lock.
        case callers
        /// No other: this value takes the file's lock and holds it for its whole life.
        case taken
        /// No process, as with a backup; only an existing lock that is held is respected.
        case nobodys
    }

    /// The maximum number of listed flaws of one kind.
    package static let maximumFlaws = 100
    /// How many pages are copied at a time.
    static let pagesPerStep: CInt = 1024

    /// The path of the file.
    package let path: String
    /// The configuration of connections that read.
    ///
    /// A read-only connection leaves the log behind if it is the last one to close a file; beside a server's it never
    /// is.
    let configuration: Configuration
    /// The schema that this version knows.
    let schema: SQLiteSchema
    private let lock: FileLock?

    /// Prepares the maintenance of the file at a path; tests pass a later schema than this version's.
    package init(
        path: String,
        ownership: Ownership,
        schema: SQLiteSchema = .current
    ) throws(SQLiteOpenError) {
        guard FileIdentity(path: path) != nil else { throw .absent(path: path) }
        self.path = path
        self.schema = schema
        if case .callers = ownership {
            self.configuration = DatabaseFile.readerConfiguration
        } else {
            self.configuration = Self.checkingConfiguration
        }
        switch ownership {
        case .callers: self.lock = nil
        case .taken: self.lock = try FileLock(databasePath: path)
        case .nobodys:
            self.lock = FileIdentity(path: path + ".lock") == nil ? nil : try FileLock(databasePath: path)
        }
    }

    /// Returns entries of the audit log after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) throws(MaintenanceError) -> [AuditEntry] {
        try self.reading { database in
            let session = Session(SQLiteConnection(database), interningCache: InterningCache())
            return try session.auditEntries(after: number, limit: limit)
        }
    }

    /// Returns what bringing the file up to date would do.
    package func plan() throws(MaintenanceError) -> MigrationPlan {
        try self.reading { database in
            let count = try self.changeCount(of: database)
            let pages = try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            let pageBytes = try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0
            let steps = try self.schema.steps[count...].map { step in
                let tables = try step.wholeTables.filter { try database.tableExists($0) }
                return MigrationPlan.Step(
                    number: step.number,
                    summary: step.summary,
                    tables: try tables.map { TableCount(table: $0, rows: try Self.rowCount(of: $0, in: database)) },
                    tableBytes: tables.isEmpty ? 0 : Self.bytes(of: tables, in: database)
                )
            }
            // A rewritten table takes its size in the log, and then once more in the file.
            let touched = steps.map { $0.tableBytes ?? pages * pageBytes }.reduce(0, +)
            let logBytes = DatabaseFile.pageBytes * SQLiteRepository.checkpointPages
            return MigrationPlan(
                schema: count == 0 ? nil : self.schema.steps[count - 1].number,
                steps: steps,
                bytes: pages * pageBytes,
                neededBytes: steps.isEmpty ? 0 : touched * 2 + logBytes,
                freeBytes: DiskState(path: self.path)?.freeBytes ?? 0
            )
        }
    }

    /// Runs work on a connection of its own.
    func reading<Outcome>(_ work: (Database) throws -> Outcome) throws(MaintenanceError) -> Outcome {
        do {
            let connection = try DatabaseQueue(path: self.path, configuration: self.configuration)
            defer { try? connection.close() }
            return try connection.unsafeRead(work)
        } catch {
            throw MaintenanceError(error, path: self.path)
        }
    }

    /// Returns the number of schema steps that were applied; throws where that is unclear.
    func changeCount(of database: Database) throws -> Int {
        switch try SchemaState(of: database, self.schema) {
        case .empty: return 0
        case .changed(let count): return count
        case .newer: throw SQLiteOpenError.tooNewSchema(path: self.path)
        case .halfMigrated(let detail): throw SQLiteOpenError.halfMigrated(path: self.path, detail: detail)
        case .foreign: throw SQLiteOpenError.notADatabase(path: self.path)
        }
    }

    /// Returns the number of rows of a table.
    static func rowCount(of table: String, in database: Database) throws -> Int64 {
        try Int64.fetchOne(database, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)") ?? 0
    }

    private static func bytes(of tables: [String], in database: Database) -> Int64? {
        let list = tables.map { "'\($0)'" }.joined(separator: ", ")
        let sql = """
            SELECT sum(pgsize) FROM dbstat WHERE aggregate = TRUE
            AND name IN (SELECT name FROM sqlite_schema WHERE tbl_name IN (\(list)))
            """
        return try? Int64.fetchOne(database, sql: sql)
    }
}

extension MaintenanceError {
    /// Creates the operator's error for an error while reading a database.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as MaintenanceError: self = error
        case let error as SQLiteOpenError: self = .cannotOpen(error)
        case let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT: self = .canceled
        case let error as DatabaseError where error.resultCode == .SQLITE_IOERR:
            self = .unreadable(path: path, reason: error.resultCode.description)
        case is CancellationError: self = .canceled
        default: self = .cannotOpen(SQLiteOpenError(error, path: path))
        }
    }
}

/// The progress of maintenance.
package struct MaintenanceProgress: Hashable, Sendable {
    /// A stage of maintenance.
    package enum Stage: String, Hashable, Sendable {
        /// Pages are copied.
        case copying
        /// Tables are checked.
        case checking
        /// Parts of evidence are looked up.
        case parts
    }

    /// The current stage.
    package let stage: Stage
    /// How many pages, tables or parts are done.
    package let done: Int64
    /// How many there are in all.
    package let total: Int64
}

/// What bringing a database up to date would do.
package struct MigrationPlan: Hashable, Sendable {
    /// A step that would be applied.
    package struct Step: Hashable, Sendable {
        /// The number of the step.
        package let number: String
        /// What it does.
        package let summary: String
        /// The tables that it reads or writes completely, with their rows.
        package let tables: [TableCount]
        /// The approximate size of those tables in bytes; `nil` when SQLite was built without the `dbstat` table.
        package let tableBytes: Int64?
    }

    /// The plan for a database that does not exist yet: all steps, which then cost nothing.
    package static var fresh: Self {
        Self(
            schema: nil,
            steps: SQLiteSchema.current.steps.map {
                Step(number: $0.number, summary: $0.summary, tables: [], tableBytes: 0)
            },
            bytes: 0,
            neededBytes: 0,
            freeBytes: 0
        )
    }

    /// The number of the newest applied step; `nil` for a database that does not exist yet.
    package let schema: String?
    /// The steps to apply, in order; empty when the schema is current.
    package let steps: [Step]
    /// The size of the file in bytes.
    package let bytes: Int64
    /// The maximum additional space that is needed during the migration, in bytes.
    package let neededBytes: Int64
    /// The free space of the disk, in bytes.
    package let freeBytes: Int64

    /// Whether the database exists and its schema is current.
    package var isCurrent: Bool { self.schema != nil && self.steps.isEmpty }
}
