import Foundation
import GRDB
package import Ledger
import PersistenceSQL

extension SQLiteMaintenance {
    /// How many notifications' parts are looked up at a time.
    private static let partsPerStep: Int64 = 20000

    /// Looks through the file: every page, index and reference, and every part of evidence.
    ///
    /// - Parameters:
    ///   - whole: Whether to look at all of it as one, pages that nobody uses included, rather than table by table: for
    ///     a file that nobody writes to.
    ///   - progress: Told how far it has come.
    /// - Throws: Why it cannot be looked through. What is wrong in it is no error.
    /// - Returns: What was found. The hashes of the audit log are for the caller to follow.
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

    /// How a connection that looks through a file is set.
    ///
    /// SQLite keeps no CHECK constraints in mind where a connection may only read, and would pass over what breaks
    /// them. So this one may write, is told not to, and never checkpoints.
    static var checkingConfiguration: Configuration {
        var configuration = Configuration()
        configuration.label = "purser-check"
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA query_only = 1; PRAGMA wal_autocheckpoint = 0")
        }
        return configuration
    }

    /// Looks through the file on a connection.
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
            // One statement after the other: each lets go of its snapshot, and the writer's log can be reused.
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
                CheckReport.Flaw(code: "database_reference", detail: "\(place) points into \(parent) at nothing")
            )
        }
        return flaws
    }

    /// Parts that are not where a payload could have them.
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

/// What looking through a database found.
package struct CheckReport: Hashable, Sendable {
    /// Something that is wrong.
    package struct Flaw: Hashable, Sendable {
        /// A stable code.
        package let code: String
        /// What it is, in a sentence or in SQLite's words.
        package let detail: String
    }

    /// The number of the newest step of the schema that was made in it.
    package let schema: String
    /// The size of the file in bytes.
    package let bytes: Int64
    /// The rows of every table, by name.
    package let counts: [TableCount]
    /// Where its audit log ends.
    package let auditHead: AuditHead
    /// Everything that is wrong, at most `SQLiteMaintenance.maximumFlaws` of each kind; empty when it is sound.
    package let flaws: [Flaw]
}

/// How many rows a table has.
package struct TableCount: Hashable, Sendable {
    /// The table's name.
    package let table: String
    /// Its rows.
    package let rows: Int64
}
