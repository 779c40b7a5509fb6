import Ledger

/// Prepares a database for the statements of this version, or throws why it cannot be used.
struct PostgreSQLOpening {
    /// The content of the table of versions.
    struct State: Equatable {
        /// The version of the schema; 0 where there is none.
        var version: Int64
        /// The oldest version of a server that can work with the schema.
        var oldestCompatible: Int64
    }

    private static let begin = PostgreSQLStatement("beginOpening", "BEGIN")
    private static let commit = PostgreSQLStatement("commitOpening", "COMMIT")
    private static let rollback = PostgreSQLStatement("rollbackOpening", "ROLLBACK")
    private static let exists = PostgreSQLStatement("schemaExists", "SELECT to_regclass('schema_version') IS NOT NULL")
    // Any other table of these names without the table of versions would belong to another program.
    private static let foreign = PostgreSQLStatement(
        "foreignTables",
        """
        SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
        """
    )
    private static let make = PostgreSQLStatement(
        "makeVersions",
        """
        CREATE TABLE schema_version (
            id bigint PRIMARY KEY CHECK (id = 1),
            version bigint NOT NULL,
            oldest_compatible bigint NOT NULL,
            changed_at timestamptz NOT NULL DEFAULT now()
        )
        """
    )
    private static let put = PostgreSQLStatement(
        "putVersion",
        """
        INSERT INTO schema_version (id, version, oldest_compatible) VALUES (1, $1, $2)
        ON CONFLICT (id) DO UPDATE SET version = excluded.version, oldest_compatible = excluded.oldest_compatible,
        changed_at = now()
        """
    )
    private static let read = PostgreSQLStatement(
        "readVersion",
        "SELECT version, oldest_compatible FROM schema_version WHERE id = 1"
    )
    private static let lock = PostgreSQLStatement("lockVersions", "LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE")
    private static let now = PostgreSQLStatement("now", "SELECT (extract(epoch FROM now()) * 1000)::bigint")

    /// The connection.
    let connection: PostgreSQLConnection

    /// Connects, prepares the database or throws why it cannot be used, and returns the release of the server.
    ///
    /// A database into which data is being migrated is refused, unless `admitsUnfinished` says that the caller is that
    /// migration.
    static func prepare(
        _ settings: PostgreSQLSettings,
        _ schema: PostgreSQLSchema = .current,
        migrates: Bool,
        admitsUnfinished: Bool = false
    ) throws(PostgreSQLOpenError) -> Int {
        let opening: Self
        let state: State?
        let isUnfinished: Bool
        do throws(PostgreSQLFailure) {
            opening = Self(
                connection: try PostgreSQLConnection(settings, interruption: try PostgreSQLInterruption())
            )
            state = try opening.state()
            isUnfinished = try opening.connection.query(StorageMigrationTarget.exists).flag(row: 0, column: 0)
        } catch {
            throw .failed(error)
        }
        defer { opening.connection.close() }
        guard let state else { throw .foreign }
        if isUnfinished, !admitsUnfinished { throw .unfinished }
        guard state.oldestCompatible <= schema.version else { throw .tooNewSchema(version: state.version) }
        if state.version < schema.version {
            guard migrates else { throw state.version == 0 ? .missing : .olderSchema(version: state.version) }
            do throws(PostgreSQLFailure) {
                try opening.migrate(to: schema)
            } catch {
                // If two nodes make the first table at the same moment, one waits and then fails because the table
                // exists.
                guard state.version == 0, let found = try? opening.state(), found.version == schema.version
                else { throw .failed(error) }
            }
        }
        return opening.connection.serverVersion
    }

    /// Returns the state of the database; `nil` where it holds tables that are not Purser's.
    func state() throws(PostgreSQLFailure) -> State? {
        guard try self.connection.query(Self.exists).flag(row: 0, column: 0) else {
            let tables = try self.connection.query(Self.foreign).integer(row: 0, column: 0)
            return tables == 0 ? State(version: 0, oldestCompatible: 0) : nil
        }
        let rows = try self.connection.query(Self.read)
        guard rows.rowCount == 1 else { return State(version: 0, oldestCompatible: 0) }
        return State(
            version: try rows.integer(row: 0, column: 0),
            oldestCompatible: try rows.integer(row: 0, column: 1)
        )
    }

    /// Brings the schema up to date as a whole or not at all, unless another node does so at the same time or has done
    /// so.
    ///
    /// It locks the table of versions first. Each transaction that writes has read from that table, so none is under
    /// way then, and the next one finds the new version.
    func migrate(to schema: PostgreSQLSchema = .current) throws(PostgreSQLFailure) {
        do {
            try self.connection.enqueue(Self.begin)
            if try !self.connection.query(Self.exists).flag(row: 0, column: 0) {
                try self.connection.query(Self.make)
            }
            try self.connection.query(Self.lock)
            let rows = try self.connection.query(Self.read)
            let version = rows.rowCount == 1 ? try rows.integer(row: 0, column: 0) : 0
            for step in schema.steps where step.version > version {
                try self.connection.execute(script: step.script)
                try self.connection.query(Self.put, [.integer(step.version), .integer(step.oldestCompatible)])
            }
            if version == 0 {
                let now = try self.connection.query(Self.now).integer(row: 0, column: 0)
                try EvidencePartitions().make(around: now, on: self.connection)
            }
            try self.connection.enqueue(Self.commit)
            try self.connection.drain()
        } catch {
            if self.connection.isOpen { _ = try? self.connection.query(Self.rollback) }
            throw error
        }
    }
}

/// The reason why a database cannot be used, with a sentence for the operator.
package enum PostgreSQLOpenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The server could not be reached or refused a statement.
    case failed(PostgreSQLFailure)
    /// There is no schema.
    case missing
    /// The schema was made by an older version, and the policy forbids changing it.
    case olderSchema(version: Int64)
    /// The schema was made by a newer version, and this one cannot work with it.
    case tooNewSchema(version: Int64)
    /// The database holds tables of another program.
    case foreign
    /// Data is being migrated into the database and is not complete yet.
    case unfinished

    /// One sentence: what is wrong, and what to do.
    package var description: String {
        switch self {
        case .failed(let failure): failure.sentence
        case .missing: "The database holds no data yet; make the tables: purser migrate"
        case .olderSchema(let version):
            "The tables of the database are of version \(version), older than this server; bring them up to date: "
                + "purser migrate"
        case .tooNewSchema(let version):
            "The tables of the database are of version \(version), too new for this server; run the newer server."
        case .foreign:
            "The database holds tables that are not Purser's; give Purser a database or a schema of its own."
        case .unfinished:
            "Data is being migrated into the database and is not complete yet; finish the migration, with the "
                + "configuration of the SQLite file: purser migrate --to ADDRESS"
        }
    }

    /// A stable code for logs and answers.
    package var code: String {
        switch self {
        case .failed(let failure): failure.code.rawValue
        case .missing: "database_missing"
        case .olderSchema: "database_too_old"
        case .tooNewSchema: "database_too_new"
        case .foreign: "database_foreign"
        case .unfinished: "database_unfinished"
        }
    }
}
