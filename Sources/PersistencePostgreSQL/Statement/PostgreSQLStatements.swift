import Ledger
import PersistenceSQL

/// The statements of `SQLStatement` on a connection to PostgreSQL.
final class PostgreSQLStatements: WritingConnection {
    private static let databaseSize = PostgreSQLStatement(
        "databaseSize",
        "SELECT pg_database_size(current_database())"
    )
    /// Waits for the writers of all nodes, and returns which version of a server may write.
    ///
    /// Reading from the table of versions keeps it from changing until the transaction ends. It comes first because the
    /// server locks in this order: a transaction that waits for a migration must not hold anything that the migration
    /// changes.
    static let lock = PostgreSQLStatement(
        "lock",
        """
        SELECT schema_version.oldest_compatible FROM schema_version CROSS JOIN counter
        WHERE schema_version.id = 1 AND counter.id = 1 FOR UPDATE OF counter
        """
    )

    // The connection owns these statements, not the reverse.
    unowned let connection: PostgreSQLConnection
    private let partitions: EvidencePartitions
    private var loss: PostgreSQLFailure?
    /// The version of the schema that this server works with.
    private let schemaVersion: Int64

    /// Creates the statements of a connection.
    init(_ connection: PostgreSQLConnection, schemaVersion: Int64 = PostgreSQLSchema.current.version) {
        self.connection = connection
        self.schemaVersion = schemaVersion
        self.partitions = EvidencePartitions()
    }

    /// Sends a statement whose rows are not read; the next statement that waits throws its error.
    func run(_ query: SQLStatement, _ values: [SQLValue]) throws {
        try self.connection.enqueue(query.prepared, values.map(\.forPostgreSQL))
        switch query {
        case .transactions.begin: try self.requireCompatible(try self.connection.query(Self.lock))
        // The callers of these need the outcome.
        case .transactions.commit, .transactions.rollback: try self.connection.drain()
        default: break
        }
    }

    /// Runs a statement that writes, and returns how many rows it wrote.
    func change(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int {
        try self.connection.query(query.prepared, values.map(\.forPostgreSQL)).changedRows
    }

    /// Runs a statement that inserts a row, and returns the row's number, or `nil` if it existed.
    func insert(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int64? {
        self.noteEvidence(query, values)
        let result = try self.connection.query(query.insertion, values.map(\.forPostgreSQL))
        return result.rowCount == 0 ? nil : try result.integer(row: 0, column: 0)
    }

    /// Runs a statement; all rows have arrived when it returns.
    func rows(_ query: SQLStatement, _ values: [SQLValue]) throws -> any SQLRows {
        PostgreSQLRows(try self.connection.query(query.prepared, values.map(\.forPostgreSQL)))
    }

    /// Runs reading statements, each once for all of its keys, in one round trip.
    func read(_ sets: [KeySet]) throws {
        let sets = sets.filter { !$0.keys.isEmpty }
        guard !sets.isEmpty else { return }
        let sent = try sets.map { set in
            try self.statement(set.query, set.keys) { query, types in query.forKeys(types) }
        }
        for (set, result) in zip(sets, try self.connection.queries(sent)) {
            let rows = PostgreSQLRows(result)
            // A statement for one key returns its rows only; one for many puts the place of the key before them.
            let isSingle = set.keys.count == 1
            while rows.next() {
                try set.take(isSingle ? 0 : Int(rows.integer(at: 0)) - 1, rows, from: isSingle ? 0 : 1)
            }
        }
    }

    /// Sends writing statements, each once for all of its rows, without waiting for the answers.
    func write(_ sets: [RowSet]) throws {
        for set in sets where !set.rows.isEmpty {
            for row in set.rows { self.noteEvidence(set.query, row) }
            let (statement, values) = try self.statement(set.query, set.rows) { query, types in query.forRows(types) }
            try self.connection.enqueue(statement, values)
        }
    }

    /// Returns the statement with its values, or for several of them, the statement that takes all of them as columns.
    private func statement(
        _ query: SQLStatement,
        _ values: [[SQLValue]],
        forMany: (SQLStatement, [UInt32]) -> PostgreSQLStatement?
    ) throws(PostgreSQLFailure) -> (statement: PostgreSQLStatement, values: [PostgreSQLValue]) {
        // The types are missing only after an error, which is thrown when the answers are read.
        guard values.count > 1, let types = try self.connection.parameterTypes(of: query.prepared) else {
            return (query.prepared, values[0].map(\.forPostgreSQL))
        }
        guard let statement = forMany(query, types) else {
            throw .misuse("The statement cannot run for many at once: \(query.sql)")
        }
        return (statement, values[0].indices.map { column in .array(values.map { $0[column].forPostgreSQL }) })
    }

    /// Notes the date of evidence that is inserted, which decides about its partition.
    private func noteEvidence(_ query: SQLStatement, _ values: [SQLValue]) {
        switch query {
        case .evidence.insertEvidence: self.partitions.note(values[3])
        case .evidence.insertNumberedEvidence: self.partitions.note(values[4])
        default: break
        }
    }

    /// Returns the size of the database, as the server states it.
    func databaseBytes() throws -> Int64? {
        try self.connection.query(Self.databaseSize).knownInteger(row: 0, column: 0)
    }

    /// Does nothing: the server manages its own log.
    func noteErasure() {}

    // MARK: Transactions

    /// Throws where a newer server has made a schema that excludes this version.
    private func requireCompatible(_ answer: PostgreSQLResult) throws {
        guard answer.rowCount == 1 else { throw RepositoryError.corrupt }
        guard try Self.admits(self.schemaVersion, answer) else { throw RepositoryError.tooOld }
    }

    /// Returns whether a server of this schema version may write, by the answer to ``lock``.
    static func admits(_ schemaVersion: Int64, _ answer: PostgreSQLResult) throws(PostgreSQLFailure) -> Bool {
        guard answer.rowCount == 1 else { return false }
        return try answer.integer(row: 0, column: 0) <= schemaVersion
    }

    /// Whether other nodes write too: always.
    var isShared: Bool { true }

    /// Whether each answer takes a round trip: always.
    var hasRoundTrips: Bool { true }

    /// Whether the connection is open.
    var isUsable: Bool { self.connection.isOpen }

    /// Whether a transaction is open.
    var isInsideTransaction: Bool { self.connection.isOpen && self.connection.isInBlock }

    /// Does nothing: only a file can be moved away.
    func requirePlace() {}

    /// Waits for the answers to everything that was sent.
    func settle() throws { try self.connection.drain() }

    /// Prepares what the next transactions will need.
    func hasCommitted() {
        self.partitions.prepare(on: self.connection, schemaVersion: self.schemaVersion)
    }

    /// Does nothing: the server maintains itself.
    func tidy() {}

    /// Returns whether an error has ended the transaction.
    func endsTransaction(_ error: any Error) -> Bool {
        guard self.isInsideTransaction else { return true }
        guard let failure = error as? PostgreSQLFailure else { return false }
        switch failure.code {
        case .diskFull, .outOfResources, .readOnly, .shutdown, .conflict, .changedSchema, .lockTimeout, .canceled:
            return true
        default: return failure.isConnectionLost
        }
    }

    /// Returns the repository's error for an error of a statement.
    func meaning(of error: any Error) -> RepositoryError {
        if let failure = error as? PostgreSQLFailure, failure.code == .readOnly || failure.isConnectionLost {
            self.loss = failure
        }
        return RepositoryError(postgreSQL: error)
    }

    /// Throws where the server is gone, or accepts no writes any more because another one has taken over.
    func requireServer() throws(PostgreSQLFailure) {
        defer { self.loss = nil }
        if let loss = self.loss { throw loss }
    }
}
