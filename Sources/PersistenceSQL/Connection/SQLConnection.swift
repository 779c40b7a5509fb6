package import Ledger

/// A connection to a database that runs the statements of `SQLStatement`, for one thread at a time.
package protocol SQLConnection: AnyObject {
    /// Runs a statement without reading rows.
    ///
    /// Where a round trip is expensive, the statement may be sent together with the next one that reads rows, which then
    /// also throws this one's error.
    func run(_ query: SQLStatement, _ values: [SQLValue]) throws

    /// Runs a statement that writes, and returns how many rows it wrote.
    func change(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int

    /// Runs a statement that inserts a row, and returns the row's number, or `nil` if it existed.
    func insert(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int64?

    /// Starts a statement, whose rows are read one by one before the same statement is started again.
    func rows(_ query: SQLStatement, _ values: [SQLValue]) throws -> any SQLRows

    /// Runs reading statements, each for all of its keys, and hands out the rows; they are sent together.
    func read(_ sets: [KeySet]) throws

    /// Runs writing statements in this order, each for all of its rows.
    ///
    /// Like `run`, it need not wait for an answer.
    func write(_ sets: [RowSet]) throws

    /// Whether others write too, so that values which may change must be read again in each transaction.
    var isShared: Bool { get }

    /// Returns the size of the database on disk in bytes.
    func databaseBytes() throws -> Int64?

    /// Records that this transaction erased data that must not stay in logs for long.
    func noteErasure()
}

extension SQLConnection {
    /// Runs reading statements one after the other, each once for each key.
    package func read(_ sets: [KeySet]) throws {
        for set in sets {
            for (place, key) in set.keys.enumerated() {
                let rows = try self.rows(set.query, key)
                defer { rows.finish() }
                while try rows.next() { try set.take(place, rows) }
            }
        }
    }

    /// Runs writing statements one after the other, each once for each row.
    package func write(_ sets: [RowSet]) throws {
        for set in sets { for row in set.rows { try self.run(set.query, row) } }
    }
}

/// A reading statement with the keys for which it runs.
package struct KeySet {
    /// The statement.
    package let query: SQLStatement
    /// The values of the statement for each key.
    package let keys: [[SQLValue]]
    private let take: (_ place: Int, _ row: inout Row) throws -> Void

    /// Creates the set; the closure gets each row with the place of its key among the keys, the rows of a key in their
    /// order.
    init(_ query: SQLStatement, _ keys: [[SQLValue]], take: @escaping (_ place: Int, _ row: inout Row) throws -> Void) {
        self.query = query
        self.keys = keys
        self.take = take
    }

    /// Hands out the current row, which belongs to the key at a place; its values begin with this column.
    package func take(_ place: Int, _ rows: any SQLRows, from column: Int = 0) throws {
        var row = Row(rows, from: column)
        try self.take(place, &row)
    }
}

/// A writing statement with the rows for which it runs.
package struct RowSet: Sendable {
    /// The statement.
    package let query: SQLStatement
    /// The values of the statement for each row.
    package let rows: [[SQLValue]]
}

/// A connection that writes transactions for a `WriteQueue`.
package protocol WritingConnection: SQLConnection {
    /// Whether each answer takes a round trip to a server, so that statements are best sent together.
    var hasRoundTrips: Bool { get }

    /// Whether the connection can still be used.
    var isUsable: Bool { get }

    /// Whether a transaction is open.
    var isInsideTransaction: Bool { get }

    /// Throws where a write would be lost with a moved or removed file; called before and after a transaction.
    func requirePlace() throws(RepositoryError)

    /// Throws the error of any statement that was sent ahead, so that only its sender gets it.
    func settle() throws

    /// Called after each commit, before any caller is resumed.
    func hasCommitted() throws

    /// Does work after a commit that no caller has to wait for; called once all callers are resumed.
    ///
    /// A failure does not affect what was committed; the error says whether the process can continue.
    func tidy() throws

    /// Returns whether no further statement may be added to the transaction after an error.
    func endsTransaction(_ error: any Error) -> Bool

    /// Returns the repository's error for an error; called before anything else happens on the connection.
    func meaning(of error: any Error) -> RepositoryError

    /// Returns a description of an error for a log, without the statement.
    func words(for error: any Error) -> String
}

extension WritingConnection {
    /// Returns the error's description.
    package func words(for error: any Error) -> String { "\(error)" }
}
