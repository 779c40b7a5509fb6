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

    /// Returns the number of rows written since the connection was opened.
    func writtenCount() throws -> Int

    /// Returns the size of the database on disk in bytes.
    func databaseBytes() throws -> Int64?

    /// Records that this transaction erased data that must not stay in logs for long.
    func noteErasure()
}

/// A connection that writes transactions for a `WriteQueue`.
package protocol WritingConnection: SQLConnection {
    /// Whether others write too, so that values which may change must be read again in each transaction.
    var isShared: Bool { get }

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

/// A connection with expensive round trips: it prefetches for many units at once, and writes for many at once.
///
/// While a batch is open, the connection answers prefetched queries from memory, and buffers writes to send them
/// together. Every other query sees all earlier writes. The error of a buffered statement is thrown when it is sent, so
/// it cannot be attributed to one unit.
package protocol BatchingConnection: WritingConnection {
    /// Begins a batch in the open transaction.
    func beginBatch()

    /// Makes queries now that the units will need.
    func prefetch(_ prefetch: Prefetch) throws

    /// Ends one unit, so that another may begin.
    func endUnit()

    /// Sends everything that is buffered, waits for the answers, and closes the batch.
    func finishBatch() throws
}
