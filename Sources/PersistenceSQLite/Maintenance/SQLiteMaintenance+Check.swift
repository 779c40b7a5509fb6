import Foundation
import GRDB
package import Ledger
import PersistenceSQL

extension SQLiteMaintenance {
    /// How many notifications' parts are looked up at a time.
    private static let partsPerStep: Int64 = 20000

    /// Checks the file: every page, index and reference, and every part of evidence.
    ///
    /// - Parameters:
    ///   - whole: Whether to check the file as a whole, unused pages included, rather than table by table: for a file
    ///     without a writer.
    ///   - progress: Called with the progress.
    /// - Throws: Why it cannot be checked. A flaw is not an error.
    /// - Returns: The flaws and counts. The caller verifies the hashes of the audit log.
    package func check(
        whole: Bool,
        progress: @escaping @Sendable (MaintenanceProgress) -> Void
    ) async throws(MaintenanceError) -> CheckReport {
        do {
            return try await BlockingWork.run { work in
                let connection = try DatabaseQueue(path: self.path, configuration: Self.checkingConfiguration)
                defer { try? connection.close() }
                try work.use(connection)
                return try connection.unsafeRead { database in
                    try self.check(database, whole: whole, work: work, progress: progress)
                }
            }
        } catch {
            throw MaintenanceError(error, path: self.path)
        }
    }

    /// The configuration of a connection that checks a file.
    ///
    /// On a read-only connection SQLite skips CHECK constraints and would miss their violations. So this connection may
    /// write, is told not to by `query_only`, and never checkpoints.
    static var checkingConfiguration: Configuration {
        var configuration = Configuration()
        configuration.label = "purser-check"
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA query_only = 1; PRAGMA wal_autocheckpoint = 0")
        }
        return configuration
    }

    /// Checks the file on a connection.
    func check(
        _ database: Database,
        whole: Bool,
        work: BlockingWork,
        progress: (MaintenanceProgress) -> Void
    ) throws -> CheckReport {
        let count = try self.changeCount(of: database)
        guard count > 0 else { throw SQLiteOpenError.notADatabase(path: self.path) }
        let tables = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_schema
                WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
                """
        )
        var flaws: [CheckReport.Flaw] = []
        if whole { flaws += try Self.integrity(of: nil, in: database) }
        var counts: [TableCount] = []
        for (place, table) in tables.enumerated() {
            try work.checkCancellation()
            progress(MaintenanceProgress(stage: .checking, done: Int64(place), total: Int64(tables.count)))
            // One statement per table: each releases its snapshot, so that the writer's log can be reused.
            if !whole { flaws += try Self.integrity(of: table, in: database) }
            flaws += try Self.references(of: table, in: database)
            counts.append(TableCount(table: table, rows: try Self.rowCount(of: table, in: database)))
        }
        flaws += try self.parts(database, work: work, progress: progress)
        let session = Session(SQLiteConnection(database), interningCache: InterningCache())
        return CheckReport(
            schema: self.schema.steps[count - 1].number,
            bytes: (try Int64.fetchOne(database, sql: "PRAGMA page_count") ?? 0)
                * (try Int64.fetchOne(database, sql: "PRAGMA page_size") ?? 0),
            counts: counts,
            auditHead: try session.auditHead(),
            flaws: flaws
        )
    }

    private static func integrity(of table: String?, in database: Database) throws -> [CheckReport.Flaw] {
        let subject = table.map(\.quotedDatabaseIdentifier) ?? "\(Self.maximumFlaws)"
        let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check(\(subject))")
        return lines.filter { $0 != "ok" }.prefix(Self.maximumFlaws)
            .map { CheckReport.Flaw(code: "database_integrity", detail: $0) }
    }

    private static func references(of table: String, in database: Database) throws -> [CheckReport.Flaw] {
        let found = try GRDB.Row.fetchCursor(
            database,
            sql: "PRAGMA foreign_key_check(\(table.quotedDatabaseIdentifier))"
        )
        var flaws: [CheckReport.Flaw] = []
        while flaws.count < Self.maximumFlaws, let row = try found.next() {
            let parent: String = row["parent"]
            let number: Int64? = row["rowid"]
            let place = number.map { "row \($0) of \(table)" } ?? "a row of \(table)"
            flaws.append(
                CheckReport.Flaw(code: "database_reference", detail: "\(place) refers to a missing row of \(parent)")
            )
        }
        return flaws
    }

    /// Returns the flaws of parts that no payload can reach.
    private func parts(
        _ database: Database,
        work: BlockingWork,
        progress: (MaintenanceProgress) -> Void
    ) throws -> [CheckReport.Flaw] {
        let last = try Int64.fetchOne(database, sql: "SELECT max(whole) FROM evidence_part") ?? 0
        var flaws: [CheckReport.Flaw] = []
        var position: Int64 = 0
        while position < last, flaws.count < Self.maximumFlaws {
            try work.checkCancellation()
            progress(MaintenanceProgress(stage: .parts, done: position, total: last))
            let end = min(last, position + Self.partsPerStep)
            let found = try Int64.fetchAll(
                database,
                sql: """
                    SELECT DISTINCT evidence_part.whole
                    FROM evidence_part
                    LEFT JOIN evidence AS whole ON whole.position = evidence_part.whole
                    LEFT JOIN evidence AS part ON part.position = evidence_part.part
                    WHERE evidence_part.whole > ? AND evidence_part.whole <= ?
                    AND (whole.position IS NULL OR part.position IS NULL OR whole.app <> part.app
                        OR evidence_part.offset > length(whole.payload))
                    ORDER BY 1 LIMIT ?
                    """,
                arguments: [position, end, Self.maximumFlaws - flaws.count]
            )
            flaws += found.map {
                CheckReport.Flaw(code: "evidence_part_missing", detail: "a part of evidence \($0) cannot be reached")
            }
            position = end
        }
        return flaws
    }
}

/// The result of checking a database.
package struct CheckReport: Hashable, Sendable {
    /// A flaw that was found.
    package struct Flaw: Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// A sentence, or SQLite's message.
        package let detail: String
    }

    /// The number of the newest schema step that was applied.
    package let schema: String
    /// The size of the file in bytes.
    package let bytes: Int64
    /// The number of rows of every table, by name.
    package let counts: [TableCount]
    /// The last entry of its audit log.
    package let auditHead: AuditHead
    /// All flaws, at most `SQLiteMaintenance.maximumFlaws` of each kind; empty when the database is sound.
    package let flaws: [Flaw]
}

/// The number of rows of a table.
package struct TableCount: Hashable, Sendable {
    /// The table's name.
    package let table: String
    /// The number of rows.
    package let rows: Int64
}
