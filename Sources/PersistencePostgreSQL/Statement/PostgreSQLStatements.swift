import Ledger
import PersistenceSQL

/// The statements of `Query` on a connection to PostgreSQL.
final class PostgreSQLStatements: BatchingConnection {
    static let statements = Query.allCases.map { PostgreSQLStatement("\($0)", $0.postgreSQL) }
    private static let insertions = Query.allCases.map { query in
        PostgreSQLStatement("\(query)Key", query.postgreSQL + " RETURNING \(query.insertedKey)")
    }
    /// Waits for whoever writes, on whichever node, and says which version of a server may write.
    ///
    /// Having read from it, the transaction keeps the table of versions from changing until it ends. That table stands
    /// first, because the server locks in this order: who waits for a migration must hold nothing that the migration
    /// changes.
    static let lock = PostgreSQLStatement(
        "lock",
        """
        SELECT schema_version.oldest_compatible FROM schema_version CROSS JOIN counter
        WHERE schema_version.id = 1 AND counter.id = 1 FOR UPDATE OF counter
        """
    )

    // It keeps these statements, not they it.
    unowned let connection: PostgreSQLConnection
    private let partitions: EvidencePartitions
    private var written = 0
    private var loss: PostgreSQLFailure?
    /// What several units that become one transaction know before they ask, while there is such a transaction.
    var batch: PostgreSQLBatch?
    /// Whether each answer from memory is compared with what the server says, which tests want.
    let checksBatches: Bool
    /// The version of the schema that this server works on.
    private let schemaVersion: Int64

    /// The statements on a connection.
    init(
        _ connection: PostgreSQLConnection,
        schemaVersion: Int64 = PostgreSQLSchema.current.version,
        checksBatches: Bool = false
    ) {
        self.connection = connection
        self.schemaVersion = schemaVersion
        self.partitions = EvidencePartitions()
        self.checksBatches = checksBatches
    }

    /// Sends a statement whose rows nobody reads; what has become of it is told with the next that answers.
    func run(_ query: Query, _ values: [SQLValue]) throws {
        if try self.runInBatch(query, values) { return }
        try self.connection.enqueue(Self.statements[query.rawValue], values.map(\.forPostgreSQL))
        switch query {
        case .begin: try self.requireCompatible(try self.connection.query(Self.lock))
        // Whoever asks for these wants to know.
        case .commit, .rollback: try self.connection.drain()
        default: break
        }
    }

    /// Runs a statement that writes, and says how many rows it wrote.
    func change(_ query: Query, _ values: [SQLValue]) throws -> Int {
        if let changed = try self.changeInBatch(query, values) { return changed }
        let result = try self.connection.query(Self.statements[query.rawValue], values.map(\.forPostgreSQL))
        self.batch?.written += result.changedRows
        return result.changedRows
    }

    /// Runs a statement that inserts a row, and returns its number unless it was there.
    func insert(_ query: Query, _ values: [SQLValue]) throws -> Int64? {
        if query == .insertEvidence { self.partitions.note(values) }
        switch try self.insertInBatch(query, values) {
        case .buffered(let number): return number
        case .known: return nil
        case nil: break
        }
        let result = try self.connection.query(Self.insertions[query.rawValue], values.map(\.forPostgreSQL))
        self.batch?.written += result.rowCount
        return result.rowCount == 0 ? nil : try result.integer(row: 0, column: 0)
    }

    /// Runs a statement, whose rows are all there when it returns.
    func rows(_ query: Query, _ values: [SQLValue]) throws -> any SQLRows {
        if let rows = try self.rowsInBatch(query, values) { return KnownRows(rows) }
        return PostgreSQLRows(try self.connection.query(Self.statements[query.rawValue], values.map(\.forPostgreSQL)))
    }

    /// How many rows were written since the connection was opened.
    func writtenCount() throws -> Int {
        if let batch = self.batch { return batch.written }
        try self.connection.drain()
        self.written += self.connection.takeChangedRows()
        return self.written
    }

    /// Does nothing: the server's own log is its own affair.
    func noteErasure() {}

    // MARK: Transactions

    /// Refuses to write where a newer server has made a schema that this one does not know well enough.
    private func requireCompatible(_ answer: PostgreSQLResult) throws {
        guard answer.rowCount == 1 else { throw RepositoryError.corrupt }
        guard try Self.admits(self.schemaVersion, answer) else { throw RepositoryError.tooOld }
    }

    /// Whether a server that works on this version of the schema may write, by the answer to ``lock``.
    static func admits(_ schemaVersion: Int64, _ answer: PostgreSQLResult) throws(PostgreSQLFailure) -> Bool {
        guard answer.rowCount == 1 else { return false }
        return try answer.integer(row: 0, column: 0) <= schemaVersion
    }

    /// Other nodes write too.
    var isShared: Bool { true }

    /// Whether the connection can be used.
    var isUsable: Bool { self.connection.isOpen }

    /// Whether a transaction is open.
    var isInsideTransaction: Bool { self.connection.isOpen && self.connection.isInBlock }

    /// Does nothing: the server knows its place.
    func requirePlace() {}

    /// Waits for the answers to what was sent ahead.
    func settle() throws { try self.connection.drain() }

    /// Prepares what the next transactions will need.
    func hasCommitted() {
        self.partitions.prepare(on: self.connection, schemaVersion: self.schemaVersion)
    }

    /// Does nothing: the server tidies up by itself.
    func tidy() {}

    /// Whether an error has taken the transaction with it.
    func endsTransaction(_ error: any Error) -> Bool {
        guard self.isInsideTransaction else { return true }
        guard let failure = error as? PostgreSQLFailure else { return false }
        switch failure.code {
        case .diskFull, .outOfResources, .readOnly, .shutdown, .conflict, .changedSchema, .lockTimeout, .canceled:
            return true
        default: return failure.isConnectionLost
        }
    }

    /// What an error means.
    func meaning(of error: any Error) -> RepositoryError {
        if let failure = error as? PostgreSQLFailure, failure.code == .readOnly || failure.isConnectionLost {
            self.loss = failure
        }
        return RepositoryError(postgreSQL: error)
    }

    /// Fails where the server is gone, or takes no writes any more because another does.
    func requireServer() throws(PostgreSQLFailure) {
        defer { self.loss = nil }
        if let loss = self.loss { throw loss }
    }
}
