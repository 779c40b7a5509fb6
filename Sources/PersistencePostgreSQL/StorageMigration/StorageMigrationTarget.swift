package import PersistenceSQL

/// A PostgreSQL database while data is migrated into it.
///
/// The progress is stored in tables of its own, in the same transaction as the rows that it counts. While these tables
/// exist, no server opens the database. The foreign keys are dropped meanwhile, because checking each of them costs
/// more than the rows, and restored at the end, which checks all rows at once.
package final class StorageMigrationTarget {
    /// The connection that writes.
    let connection: PostgreSQLConnection
    /// The time limit of a statement over a whole table, in seconds; a lost server is noticed by TCP keepalives.
    private static let waitSeconds: Int64 = 24 * 3600

    /// Connects, and makes the tables unless they exist.
    ///
    /// The interruption closes the connection from another thread; what was not committed is lost then.
    package init(_ settings: PostgreSQLSettings, interruption: PostgreSQLInterruption) throws(StorageMigrationError) {
        do throws(PostgreSQLFailure) {
            self.connection = try PostgreSQLConnection(settings, interruption: interruption)
        } catch {
            throw .target(.failed(error))
        }
        self.connection.waitLimit = .seconds(Self.waitSeconds)
        let opening = PostgreSQLOpening(connection: self.connection)
        let state: PostgreSQLOpening.State?
        do throws(PostgreSQLFailure) {
            state = try opening.state()
        } catch {
            throw .target(.failed(error))
        }
        guard let state else { throw .target(.foreign) }
        let current = PostgreSQLSchema.current.version
        guard state.version <= current else { throw .target(.tooNewSchema(version: state.version)) }
        guard state.version < current else { return }
        do throws(PostgreSQLFailure) {
            try opening.migrate()
        } catch {
            throw .target(.failed(error))
        }
    }

    /// Closes the connection; what was not committed is lost.
    package func close() { self.connection.close() }

    /// Matches the tables of a file with those of the database.
    package func tables(for sources: [StoredTable]) throws -> [StorageMigrationTable] {
        let rows = try self.connection.query(Self.columns)
        var targets: [(name: String, columns: [(name: String, form: ColumnForm?)])] = []
        for row in 0..<rows.rowCount {
            let name = try rows.text(row: row, column: 0)
            if targets.last?.name != name { targets.append((name, [])) }
            let type = PostgreSQLType(rawValue: UInt32(try rows.integer(row: row, column: 2)))
            targets[targets.count - 1].columns.append((try rows.text(row: row, column: 1), Self.form(of: type)))
        }
        return try StorageMigrationTable.match(
            sources,
            targets.map { StorageMigrationTable.Target(name: $0.name, columns: $0.columns) }
        )
    }

    /// Returns what the database holds; waits for another migration that is being committed.
    package func state(_ tables: [StorageMigrationTable]) throws -> StorageMigrationState {
        guard try self.connection.query(Self.exists).flag(row: 0, column: 0) else {
            return try self.tableWithRows(tables).map { .taken(table: $0) } ?? .empty
        }
        try self.connection.enqueue(.begin)
        let header = try self.connection.query(Self.lock)
        let identity = StorageMigrationIdentity(
            origin: try header.bytes(row: 0, column: 0),
            state: try header.bytes(row: 0, column: 1)
        )
        let rows = try self.connection.query(Self.readProgress)
        try self.connection.enqueue(.commit)
        try self.connection.drain()
        var progress: [String: StorageMigrationState.Progress] = [:]
        for row in 0..<rows.rowCount {
            var table = StorageMigrationState.Progress()
            table.rows = try rows.integer(row: row, column: 1)
            if let bytes = try rows.optionalBytes(row: row, column: 2) {
                guard let key = StoredPosition.decode(bytes) else { throw StorageMigrationError.otherSource }
                table.key = key
            }
            table.isDone = try rows.flag(row: row, column: 3)
            progress[try rows.text(row: row, column: 0)] = table
        }
        return .begun(identity, progress)
    }

    /// Throws if a server uses the database; waits a moment for one that has just been stopped.
    package func requireUnused() throws {
        for _ in 0..<Self.lookCount {
            guard try self.connection.query(Self.servers).integer(row: 0, column: 0) > 0 else { return }
            try self.connection.query(Self.pause)
        }
        throw StorageMigrationError.inUse
    }

    /// Reserves the database for this data: no server opens it until the data is complete or the reservation is
    /// released.
    package func reserve(_ identity: StorageMigrationIdentity) throws {
        try self.connection.enqueue(.begin)
        try self.connection.execute(script: Self.makeProgress)
        try self.connection.enqueue(Self.putIdentity, [.bytes(identity.origin), .bytes(identity.state)])
        try self.connection.enqueue(.commit)
        try self.connection.drain()
    }

    /// Releases a database that was reserved and into which nothing was copied.
    package func release() throws {
        try self.connection.rollBack()
        try self.connection.execute(script: Self.dropProgress)
    }

    /// Begins to copy into empty tables; with `discards`, deletes what an earlier attempt has copied.
    ///
    /// - Throws: `StorageMigrationError.taken` where a table has rows that no attempt has copied, because a server
    ///   opened the database first.
    package func begin(_ identity: StorageMigrationIdentity, _ tables: [StorageMigrationTable], discards: Bool) throws {
        let names = tables.map { StorageMigrationTable.quoted($0.source.name) }.joined(separator: ", ")
        try self.connection.enqueue(.begin)
        try self.connection.execute(script: "LOCK TABLE \(names) IN ACCESS EXCLUSIVE MODE")
        if !discards, let table = try self.tableWithRows(tables) { throw StorageMigrationError.taken(table: table) }
        try self.connection.execute(script: Self.takeOffReferences)
        try self.connection.execute(script: "TRUNCATE \(names)")
        try self.connection.enqueue(Self.putIdentity, [.bytes(identity.origin), .bytes(identity.state)])
        try self.connection.enqueue(Self.clearProgress)
        try self.connection.enqueue(Self.putProgress, [.texts(tables.map(\.source.name))])
        try self.connection.enqueue(.commit)
        try self.connection.drain()
    }

    /// Returns the name of a table that has rows of data, or `nil`.
    private func tableWithRows(_ tables: [StorageMigrationTable]) throws -> String? {
        for table in tables where !Self.tablesOfServers.contains(table.source.name) {
            let statement = PostgreSQLStatement(
                "anyOf_\(table.source.name)",
                "SELECT EXISTS (SELECT 1 FROM \(StorageMigrationTable.quoted(table.source.name)))"
            )
            if try self.connection.query(statement).flag(row: 0, column: 0) { return table.source.name }
        }
        return nil
    }

    private static func form(of type: PostgreSQLType?) -> ColumnForm? {
        switch type {
        case .int8: .integer
        case .text: .text
        case .bytes: .bytes
        default: nil
        }
    }

    /// The tables that the schema or servers fill before there is any data.
    private static let tablesOfServers: Set<String> = ["counter", "leader_role", "cluster"]

    // MARK: Statements

    /// How often the target checks for a server that is stopping, a fifth of a second apart.
    private static let lookCount = 15
    private static let pause = PostgreSQLStatement("storage_migration_pause", "SELECT pg_sleep(0.2)::text")
    private static let servers = PostgreSQLStatement(
        "storage_migration_servers",
        """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'purser' AND pid <> pg_backend_pid()
        """
    )
    private static let columns = PostgreSQLStatement(
        "storage_migration_columns",
        """
        SELECT tables.relname::text, columns.attname::text, columns.atttypid
        FROM pg_class AS tables JOIN pg_attribute AS columns ON columns.attrelid = tables.oid
        WHERE tables.relnamespace = current_schema()::regnamespace AND tables.relkind IN ('r', 'p')
        AND NOT tables.relispartition AND columns.attnum > 0 AND NOT columns.attisdropped
        AND tables.relname NOT IN ('schema_version', 'storage_migration', 'storage_migration_table', 'storage_migration_reference')
        ORDER BY tables.relname, columns.attnum
        """
    )
    /// Returns whether data is being migrated into the database.
    static let exists = PostgreSQLStatement(
        "storage_migration_exists",
        "SELECT to_regclass('storage_migration') IS NOT NULL"
    )
    /// Lets one migration at a time write.
    static let lock = PostgreSQLStatement(
        "storage_migration_lock",
        "SELECT origin, state FROM storage_migration WHERE id = 1 FOR UPDATE"
    )
    private static let readProgress = PostgreSQLStatement(
        "storage_migration_progress",
        "SELECT name, rows, position, is_done FROM storage_migration_table"
    )
    private static let putIdentity = PostgreSQLStatement(
        "storage_migration_identity",
        """
        INSERT INTO storage_migration (id, origin, state) VALUES (1, $1, $2)
        ON CONFLICT (id) DO UPDATE SET origin = excluded.origin, state = excluded.state
        """
    )
    private static let clearProgress = PostgreSQLStatement(
        "storage_migration_clear",
        "DELETE FROM storage_migration_table"
    )
    private static let putProgress = PostgreSQLStatement(
        "storage_migration_begin",
        "INSERT INTO storage_migration_table (name) SELECT * FROM unnest($1::text[])"
    )
    private static let makeProgress = """
        CREATE TABLE IF NOT EXISTS storage_migration (
            id bigint PRIMARY KEY CHECK (id = 1),
            origin bytea NOT NULL,
            state bytea NOT NULL
        );
        CREATE TABLE IF NOT EXISTS storage_migration_table (
            name text PRIMARY KEY,
            rows bigint NOT NULL DEFAULT 0,
            position bytea,
            is_done boolean NOT NULL DEFAULT false
        );
        CREATE TABLE IF NOT EXISTS storage_migration_reference (
            place text NOT NULL,
            name text NOT NULL,
            definition text NOT NULL,
            PRIMARY KEY (place, name)
        )
        """
    /// Removes the tables of the progress.
    static let dropProgress = "DROP TABLE storage_migration, storage_migration_table, storage_migration_reference"
    private static let takeOffReferences = """
        DO $$
        DECLARE
            found record;
        BEGIN
            FOR found IN
                SELECT constraints.conrelid::regclass::text AS place, quote_ident(constraints.conname) AS name,
                    pg_get_constraintdef(constraints.oid) AS definition
                FROM pg_constraint AS constraints JOIN pg_class AS tables ON tables.oid = constraints.conrelid
                WHERE constraints.contype = 'f' AND constraints.conparentid = 0
                AND tables.relnamespace = current_schema()::regnamespace
            LOOP
                INSERT INTO storage_migration_reference VALUES (found.place, found.name, found.definition)
                ON CONFLICT DO NOTHING;
                EXECUTE 'ALTER TABLE ' || found.place || ' DROP CONSTRAINT ' || found.name;
            END LOOP;
        END
        $$;
        """
}

/// What a database contains before data is migrated into it.
package enum StorageMigrationState: Sendable {
    /// The progress of one table.
    package struct Progress: Hashable, Sendable {
        /// The number of rows that were copied.
        package var rows: Int64 = 0
        /// The key of the last copied row; `nil` before the first.
        package var key: [StoredValue]?
        /// Whether all rows are copied.
        package var isDone = false

        /// Creates the progress of a table without any copied row.
        package init() {}
    }

    /// No data.
    case empty
    /// The beginning of the same data, with the progress of each table.
    case begun(StorageMigrationIdentity, [String: Progress])
    /// Other data, with a table that has rows.
    case taken(table: String)
}
