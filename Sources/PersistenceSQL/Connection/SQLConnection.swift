/// A connection to a database that runs the statements of `Query`, for one thread at a time.
package protocol SQLConnection: AnyObject {
    /// Runs a statement whose rows nobody reads.
    ///
    /// Where asking costs more than answering, it may be sent together with the next one that answers, which then also
    /// throws what has become of this one.
    func run(_ query: Query, _ values: [SQLValue]) throws

    /// Runs a statement that writes, and says how many rows it wrote.
    func change(_ query: Query, _ values: [SQLValue]) throws -> Int

    /// Runs a statement that inserts a row unless that is there, and returns the number of the row if it was not.
    func insert(_ query: Query, _ values: [SQLValue]) throws -> Int64?

    /// Begins a statement, whose rows are read one by one before the same one is begun again.
    func rows(_ query: Query, _ values: [SQLValue]) throws -> any SQLRows

    /// How many rows were written since the connection was opened.
    func writtenCount() throws -> Int

    /// Takes note that something was forgotten by this transaction which must not lie about in logs for long.
    func noteErasure()
}
