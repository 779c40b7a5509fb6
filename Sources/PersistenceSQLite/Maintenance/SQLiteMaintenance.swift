import Foundation
import GRDB
package import Ledger
import PersistenceSQL

/// Looks after a database file: copies it, looks through it, plans its migration.
///
/// It never writes to the file. It reads on connections of its own, which never checkpoint, so that a running server is
/// not held up; the only thing a long read costs is that the write-ahead log grows until it ends.
package final class SQLiteMaintenance: Sendable {
    /// Whose the file is meanwhile.
    package enum Ownership: Sendable {
        /// The caller's, or that of the process it runs in.
        case callers
        /// Nobody's: the file's lock is taken, and held as long as the value lives.
        case taken
        /// Nobody's, as that of a backup; only a lock that is there and taken is heeded.
        case nobodys
    }

    /// The most flaws of one kind that are listed.
    package static let maximumFlaws = 100
    /// How many pages are copied at a time.
    static let pagesPerStep: CInt = 1024

    /// The path of the file.
    package let path: String
    /// How connections that read are set.
    ///
    /// One that may only read leaves a log behind where it is the last to close a file; beside a server's it never is.
    let configuration: Configuration
    /// The schema that this version knows.
    let schema: SQLiteSchema
    private let lock: FileLock?

    /// Looks after the file at a path; with another schema than this version's only where tests look ahead.
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

    /// Entries of the audit log after a number, in order.
    package func auditEntries(after number: Int64, limit: Int) throws(MaintenanceError) -> [AuditEntry] {
        try self.reading { database in
            let session = Session(SQLiteConnection(database), interningCache: InterningCache())
            return try session.auditEntries(after: number, limit: limit)
        }
    }

    /// What bringing the file up to date would do.
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
            // A table that is rewritten is in the log, and then a second time in the file.
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

    /// How many changes of the schema were made, where that is clear.
    func changeCount(of database: Database) throws -> Int {
        switch try SchemaState(of: database, self.schema) {
        case .empty: return 0
        case .changed(let count): return count
        case .newer: throw SQLiteOpenError.tooNewSchema(path: self.path)
        case .halfMigrated(let detail): throw SQLiteOpenError.halfMigrated(path: self.path, detail: detail)
        case .foreign: throw SQLiteOpenError.notADatabase(path: self.path)
        }
    }

    /// The rows of a table.
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
    /// What an error while a database is read means to the operator.
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

/// How far a long piece of maintenance has come.
package struct MaintenanceProgress: Hashable, Sendable {
    /// What is being done.
    package enum Stage: String, Hashable, Sendable {
        /// Pages are copied.
        case copying
        /// Tables are looked through.
        case checking
        /// Parts of evidence are looked up.
        case parts
    }

    /// What is being done.
    package let stage: Stage
    /// How much of it is done.
    package let done: Int64
    /// How much there is.
    package let total: Int64
}

/// What bringing a database up to date would do.
package struct MigrationPlan: Hashable, Sendable {
    /// One change that would be made.
    package struct Step: Hashable, Sendable {
        /// Its number.
        package let number: String
        /// What it does.
        package let summary: String
        /// The tables that it reads or writes from end to end, with their rows.
        package let tables: [TableCount]
        /// About how many bytes those tables have; `nil` when SQLite was built without the means to tell.
        package let tableBytes: Int64?
    }

    /// The plan for a database that is not there yet: all changes, which then cost nothing.
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

    /// The number of the newest change that was made; `nil` for a database that is not there yet.
    package let schema: String?
    /// What would be made, in order; empty when there is nothing to do.
    package let steps: [Step]
    /// The size of the file in bytes.
    package let bytes: Int64
    /// At most how much further room is needed while it runs, in bytes.
    package let neededBytes: Int64
    /// How much room the disk has, in bytes.
    package let freeBytes: Int64

    /// Whether there is a database and nothing to do.
    package var isCurrent: Bool { self.schema != nil && self.steps.isEmpty }
}
