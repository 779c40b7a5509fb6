import GRDB
package import Ledger
package import PersistenceSQL

/// The data in a file that no server has open, read completely and never written.
///
/// The file's lock is held for the life of the value.
package final class StorageMigrationSource: Sendable {
    private let maintenance: SQLiteMaintenance

    /// Locks the file and opens it with the schema of this version.
    ///
    /// - Throws: Why it cannot be read, or that its schema is not this version's.
    package init(path: String, schema: SQLiteSchema = .current) throws(SQLiteOpenError) {
        self.maintenance = try SQLiteMaintenance(path: path, ownership: .taken, schema: schema)
        do throws(MaintenanceError) {
            let count = try self.maintenance.reading(self.maintenance.changeCount)
            guard count > 0 else { throw MaintenanceError.cannotOpen(.missing(path: path)) }
            guard count == schema.steps.count else { throw MaintenanceError.cannotOpen(.olderSchema(path: path)) }
        } catch {
            guard case .cannotOpen(let reason) = error else { throw .unreadable(path: path) }
            throw reason
        }
    }

    /// The path of the file.
    package var path: String { self.maintenance.path }

    /// Runs work on one snapshot of the data, on a thread of its own; canceling the task stops it.
    ///
    /// - Throws: `MaintenanceError` where the file cannot be read or the task was canceled, and any error of the work.
    package func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (StorageMigrationReader) throws -> Outcome
    ) async throws -> Outcome {
        let maintenance = self.maintenance
        do {
            return try await BlockingWork.run { handle in
                let connection = try DatabaseQueue(
                    path: maintenance.path,
                    configuration: SQLiteMaintenance.checkingConfiguration
                )
                defer { try? connection.close() }
                try handle.use(connection)
                return try connection.unsafeRead { database in
                    try database.execute(sql: "BEGIN DEFERRED")
                    defer { try? database.execute(sql: "ROLLBACK") }
                    return try work(StorageMigrationReader(database, maintenance: maintenance, work: handle))
                }
            }
        } catch let error as DatabaseError {
            throw MaintenanceError(error, path: maintenance.path)
        } catch let error as SQLiteOpenError {
            throw MaintenanceError.cannotOpen(error)
        }
    }
}

/// One snapshot of the data in a file, table by table.
package final class StorageMigrationReader {
    /// The tables that describe the file itself rather than the data.
    private static let ownTables: Set<String> = ["grdb_migrations"]

    /// Every table of the data, by name, as the schema of the file defines them.
    package let tables: [StoredTable]

    private var counts: [String: Int64] = [:]
    private let database: Database
    private let maintenance: SQLiteMaintenance
    private let work: BlockingWork

    init(_ database: Database, maintenance: SQLiteMaintenance, work: BlockingWork) throws {
        self.database = database
        self.maintenance = maintenance
        self.work = work
        let names = try String.fetchAll(
            database,
            sql: """
                SELECT name FROM sqlite_schema
                WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
                """
        )
        self.tables = try names.filter { !Self.ownTables.contains($0) }.map { name in
            let columns = try GRDB.Row.fetchAll(
                database,
                sql: "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid",
                arguments: [name]
            ).map { row -> (name: String, place: Int) in (row["name"], row["pk"]) }
            let key = columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }
            return StoredTable(name: name, columns: columns.map(\.name), key: key.map(\.name))
        }
    }

    /// The number of the newest schema step.
    package var schema: String { self.maintenance.schema.version }

    /// Throws if the task was canceled.
    package func checkCancellation() throws { try self.work.checkCancellation() }

    /// Returns the number of rows of a table.
    package func count(of table: StoredTable) throws -> Int64 {
        if let known = self.counts[table.name] { return known }
        let count = try SQLiteMaintenance.rowCount(of: table.name, in: self.database)
        self.counts[table.name] = count
        return count
    }

    /// Returns about `limit` customers that are neither erased nor merged, spread evenly over all of them.
    package func customers(about limit: Int64) throws -> [(app: AppName, customer: CustomerID)] {
        let newest = try Int64.fetchOne(self.database, sql: "SELECT max(id) FROM customer") ?? 0
        let rows = try GRDB.Row.fetchAll(
            self.database,
            sql: """
                SELECT app.name AS app, CAST(customer.name AS TEXT) AS name
                FROM customer JOIN app ON app.id = customer.app
                WHERE customer.id % ? = 0 AND erased_at IS NULL AND merged_into IS NULL ORDER BY customer.id
                """,
            arguments: [max(1, newest / limit)]
        )
        return rows.compactMap { row in
            CustomerID(row["name"]).map { (app: AppName(row["app"]), customer: $0) }
        }
    }

    /// Returns the rows of a table by key, after the row with a key; from the first one without a key.
    package func rows(of table: StoredTable, after key: [StoredValue]? = nil) throws -> StorageMigrationRows {
        let names = table.key.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
        var sql = "SELECT \(Self.list(table.columns)) FROM \(table.name.quotedDatabaseIdentifier)"
        if key != nil {
            sql += " WHERE (\(names)) > (\(table.key.map { _ in "?" }.joined(separator: ", ")))"
        }
        let statement = PreparedQuery(try self.database.makeStatement(sql: sql + " ORDER BY \(names)"))
        try statement.start((key ?? []).map(Self.bound))
        return StorageMigrationRows(statement, columnCount: table.columns.count)
    }

    /// Returns the smallest and the largest value of a column of integers; `nil` for a table without rows.
    package func bounds(of column: String, in table: String) throws -> ClosedRange<Int64>? {
        let column = column.quotedDatabaseIdentifier
        let row = try GRDB.Row.fetchOne(
            self.database,
            sql: "SELECT min(\(column)) AS low, max(\(column)) AS high FROM \(table.quotedDatabaseIdentifier)"
        )
        guard let low: Int64 = row?["low"], let high: Int64 = row?["high"] else { return nil }
        return low...high
    }

    /// Checks the whole file, as for a file without a writer.
    package func check(progress: (MaintenanceProgress) -> Void) throws -> CheckReport {
        try self.maintenance.check(self.database, whole: true, work: self.work, progress: progress)
    }

    /// Returns the identity of the data.
    package func identity() throws -> StorageMigrationIdentity {
        var origin: [(name: String, values: [StoredValue])] = []
        for (table, columns) in [
            ("app", ["id", "name"]), ("header", ["id", "digest"]), ("evidence", ["position", "digest"]),
            ("audit", ["number", "hash"]),
        ] {
            origin.append((table, try self.edge(of: StoredTable(name: table, columns: columns, key: [columns[0]]))))
        }
        var state: [(name: String, values: [StoredValue])] = [("schema", [.text(Array(self.schema.utf8))])]
        for table in self.tables {
            let ends = try self.edge(of: table) + self.edge(of: table, isLast: true)
            state.append((table.name, [.integer(try self.count(of: table))] + ends))
        }
        return StorageMigrationIdentity(
            origin: StorageMigrationIdentity.digest(over: origin),
            state: StorageMigrationIdentity.digest(over: state)
        )
    }

    /// Returns the values of the first or the last row of a table; an empty array where it has no rows.
    private func edge(of table: StoredTable, isLast: Bool = false) throws -> [StoredValue] {
        let order = table.key.map { $0.quotedDatabaseIdentifier + (isLast ? " DESC" : "") }.joined(separator: ", ")
        let statement = PreparedQuery(
            try self.database.makeStatement(
                sql: """
                    SELECT \(Self.list(table.columns)) FROM \(table.name.quotedDatabaseIdentifier)
                    ORDER BY \(order) LIMIT 1
                    """
            )
        )
        try statement.start([])
        return try StorageMigrationRows(statement, columnCount: table.columns.count).next(1, 0).map { rows in
            rows.row(0, Array(table.columns.indices))
        } ?? []
    }

    private static func list(_ columns: [String]) -> String {
        columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
    }

    private static func bound(_ value: StoredValue) -> SQLValue {
        switch value {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}

/// The rows of a table, read a few at a time.
package final class StorageMigrationRows {
    private let statement: PreparedQuery
    private let columnCount: Int
    private var hasEnded = false

    /// The rows of a statement that was started.
    init(_ statement: PreparedQuery, columnCount: Int) {
        self.statement = statement
        self.columnCount = columnCount
    }

    deinit { self.statement.finish() }

    /// Returns the next rows: at most `limit`, and no further one once they have `byteLimit` bytes; `nil` after the
    /// last.
    package func next(_ limit: Int, _ byteLimit: Int) throws -> StoredRows? {
        guard !self.hasEnded else { return nil }
        var rows = StoredRows(columnCount: self.columnCount)
        while rows.count < limit {
            guard try self.statement.next() else {
                self.hasEnded = true
                break
            }
            for column in 0..<self.columnCount { rows.append(self.value(column), column: column) }
            rows.endRow()
            if rows.byteCount >= byteLimit { break }
        }
        return rows.count == 0 ? nil : rows
    }

    private func value(_ column: Int) -> StoredValue {
        switch self.statement.kind(of: column) {
        case .null: .null
        case .integer: .integer(self.statement.integer(at: column))
        // The bytes as stored, because they may not be valid UTF-8.
        case .text: .text(self.statement.bytes(at: column))
        case .bytes: .bytes(self.statement.bytes(at: column))
        }
    }
}
