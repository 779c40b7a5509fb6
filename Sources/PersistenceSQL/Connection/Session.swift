import Ledger

/// One connection at work: runs queries and remembers what small numbers stand for.
///
/// A session belongs to one thread at a time. A writer keeps one for good; each read makes its own around its
/// connection.
package final class Session {
    /// Where statements run.
    package let connection: any SQLConnection
    /// What small numbers stand for on this connection.
    let interningCache: InterningCache
    /// What passed from one owner to another while somebody wants to know.
    private(set) var transfers: [OwnershipTransfer]?
    /// The entries of the audit log that the open transaction has written.
    private(set) var entries: [AuditEntry] = []
    /// What customers held before the unit at work, while that is to be told.
    var noticed: PriorHoldings?

    /// A session on a connection.
    package init(_ connection: any SQLConnection, interningCache: InterningCache) {
        self.connection = connection
        self.interningCache = interningCache
    }

    /// Runs a query that answers with no rows.
    package func run(_ query: Query, _ values: [SQLValue] = []) throws {
        try self.connection.run(query, values)
    }

    /// Runs a query that writes, and returns how many rows it wrote.
    func change(_ query: Query, _ values: [SQLValue]) throws -> Int {
        try self.connection.change(query, values)
    }

    /// Runs a query that inserts a row, and returns the row's integer key.
    func insert(_ query: Query, _ values: [SQLValue]) throws -> Int64 {
        guard let key = try self.connection.insert(query, values) else { throw RepositoryError.corrupt }
        return key
    }

    /// Returns the first row of a query's answer, read by the closure.
    func first<Value>(
        _ query: Query,
        _ values: [SQLValue],
        read: (inout Row) throws -> Value
    ) throws -> Value? {
        let rows = try self.connection.rows(query, values)
        defer { rows.finish() }
        guard try rows.next() else { return nil }
        var row = Row(rows)
        return try read(&row)
    }

    /// Returns every row of a query's answer, read by the closure, which must not run the same query.
    func all<Value>(
        _ query: Query,
        _ values: [SQLValue],
        read: (inout Row) throws -> Value
    ) throws -> [Value] {
        let rows = try self.connection.rows(query, values)
        defer { rows.finish() }
        var found: [Value] = []
        while try rows.next() {
            var row = Row(rows)
            found.append(try read(&row))
        }
        return found
    }

    /// Does work, and returns with its answer what passed from one owner to another by it.
    func collectingTransfers<Answer>(
        _ work: () throws -> Answer
    ) rethrows -> (answer: Answer, transfers: [OwnershipTransfer]) {
        self.transfers = []
        defer { self.transfers = nil }
        let answer = try work()
        return (answer, self.transfers ?? [])
    }

    /// Records what passed from one owner to another, if somebody wants to know.
    func note(_ transfer: OwnershipTransfer) { self.transfers?.append(transfer) }

    /// Records an entry of the audit log, which is told once it is committed.
    func note(_ entry: AuditEntry) { self.entries.append(entry) }

    /// Forgets all entries but the first, because those after them were rolled back or have been told.
    func keepEntries(_ count: Int) { self.entries.removeSubrange(count...) }

    /// Does work, takes it back, and returns what it answered.
    func preview<Answer>(_ work: () throws -> Answer) throws -> Answer {
        try self.run(.beginPreview)
        let entryCount = self.entries.count
        defer {
            self.interningCache.forget()
            self.keepEntries(entryCount)
        }
        let answer = Result { try work() }
        try self.run(.rollbackPreview)
        try self.run(.endPreview)
        return try answer.get()
    }
}
