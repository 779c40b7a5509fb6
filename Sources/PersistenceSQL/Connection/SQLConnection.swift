package import Ledger

/// A connection to a database that runs the statements of `Query`, for one thread at a time.
package protocol SQLConnection: AnyObject {
    /// Runs a statement without reading rows.
    ///
    /// Where a round trip is expensive, the statement may be sent together with the next one that reads rows, which then
    /// also throws this one's error.
    func run(_ query: Query, _ values: [SQLValue]) throws

    /// Runs a statement that writes, and returns how many rows it wrote.
    func change(_ query: Query, _ values: [SQLValue]) throws -> Int

    /// Runs a statement that inserts a row unless that is there, and returns the number of the row if it was not.
    func insert(_ query: Query, _ values: [SQLValue]) throws -> Int64?

    /// Begins a statement, whose rows are read one by one before the same one is begun again.
    func rows(_ query: Query, _ values: [SQLValue]) throws -> any SQLRows

    /// Returns how many rows were written since the connection was opened.
    func writtenCount() throws -> Int

    /// Records that something was forgotten by this transaction which must not lie about in logs for long.
    func noteErasure()
}

/// A connection that writes transactions for a `WriteQueue`.
package protocol WritingConnection: SQLConnection {
    /// Whether others write too, so that what may change must be looked up anew in each transaction.
    var isShared: Bool { get }

    /// Whether anything can still be done on the connection.
    var isUsable: Bool { get }

    /// Whether a transaction is open.
    var isInsideTransaction: Bool { get }

    /// Fails where what is written would not be found again; asked on both sides of a transaction.
    func requirePlace() throws(RepositoryError)

    /// Throws the error of any statement that was sent ahead, so that only its sender gets it.
    func settle() throws

    /// Called after each commit, before anybody is told of it.
    func hasCommitted() throws

    /// Does work after a commit that no caller has to wait for; called once all callers are resumed.
    ///
    /// What was committed stays committed where this fails; an error says whether the process can go on.
    func tidy() throws

    /// Returns whether an error may leave the transaction in a state in which nothing further may be added to it.
    func endsTransaction(_ error: any Error) -> Bool

    /// Returns what an error means; asked before anything else happens on the connection.
    func meaning(of error: any Error) -> RepositoryError

    /// Returns what a log says of an error: never the statement that met it.
    func words(for error: any Error) -> String
}

extension WritingConnection {
    /// Returns the error's own words.
    package func words(for error: any Error) -> String { "\(error)" }
}

/// A connection with expensive round trips: it prefetches for many units at once, and writes for many at once.
///
/// While a batch is open, the connection answers prefetched queries from memory, and buffers writes to send them
/// together. Every other query sees all earlier writes. The error of a buffered statement is thrown when it is sent, so
/// it cannot be attributed to one unit.
package protocol BatchingConnection: WritingConnection {
    /// Opens a batch, in a transaction that is open.
    func beginBatch()

    /// Asks now what will be asked later.
    func prefetch(_ prefetch: Prefetch) throws

    /// Says that one unit has ended and another may begin.
    func endUnit()

    /// Sends what was kept back, waits for the answers, and closes the batch.
    func finishBatch() throws
}
