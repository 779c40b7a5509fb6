package import Ledger

/// A unit of work on one connection, with a cache of interned values.
///
/// A session belongs to one thread at a time. A writer has one permanently; each read makes its own around its
/// connection.
package final class Session: UnitOfWork, LedgerStorage {
    /// The connection that runs the statements.
    package let connection: any SQLConnection
    /// The interned values on this connection.
    let interningCache: InterningCache
    /// The transfers of ownership while `collectingTransfers` runs.
    private(set) var transfers: [OwnershipTransfer]?
    /// The entries of the audit log that the open transaction has written.
    private(set) var entries: [AuditEntry] = []
    /// The background work that the units created since the last commit.
    var dueWork = DueWork()
    /// What the units of the open group commit have loaded and changed; `nil` where no group commit runs.
    var group: GroupCommit?
    /// Whether each value that a group remembers is compared with the stored one, for tests.
    let checksGroups: Bool
    /// The number of rows that were certainly written before the open group.
    var written = 0
    /// The holdings of customers before the current unit, while it publishes entitlements.
    package var noticed: PriorHoldings?

    /// Creates a session on a connection.
    ///
    /// For tests, each value that a group commit remembers is compared with the stored one.
    package init(_ connection: any SQLConnection, interningCache: InterningCache, checksGroups: Bool = false) {
        self.connection = connection
        self.interningCache = interningCache
        self.checksGroups = checksGroups
    }

    /// Writes a row and nothing else, so that the commit shows whether a write would reach the disk now.
    package func probe() throws { try self.run(.transactions.countProbe) }

    /// Returns the number of rows that were certainly written; a statement may have written more.
    package func writtenCount() -> Int { self.written + (self.group?.writtenCount ?? 0) }

    /// Writes a row where a unit has changed nothing, because its answer follows a commit.
    package func countRepeat() throws { try self.run(.transactions.countRepeat) }

    /// Returns a new number for a lease.
    package func nextLeaseNumber() throws -> Int64 {
        let number = try self.first(.sinks.countLease, []) { row in try row.integer() }
        guard let number else { throw RepositoryError.corrupt }
        return number
    }

    /// Runs a query that returns no rows.
    package func run(_ query: SQLStatement, _ values: [SQLValue] = []) throws {
        try self.makeWay(for: query)
        try self.connection.run(query, values)
    }

    /// Runs a query that writes, and returns how many rows it wrote.
    func change(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int {
        try self.makeWay(for: query)
        let count = try self.connection.change(query, values)
        self.written += count
        return count
    }

    /// Runs a query that inserts a row, and returns the row's integer key.
    func insert(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int64 {
        try self.makeWay(for: query)
        guard let key = try self.connection.insert(query, values) else { throw RepositoryError.corrupt }
        self.written += 1
        return key
    }

    /// Returns the first row of a query, read by the closure.
    func first<Value>(
        _ query: SQLStatement,
        _ values: [SQLValue],
        read: (inout Row) throws -> Value
    ) throws -> Value? {
        try self.makeWay(for: query)
        let rows = try self.connection.rows(query, values)
        defer { rows.finish() }
        guard try rows.next() else { return nil }
        var row = Row(rows)
        return try read(&row)
    }

    /// Returns every row of a query, read by the closure, which must not run the same query.
    func all<Value>(
        _ query: SQLStatement,
        _ values: [SQLValue],
        read: (inout Row) throws -> Value
    ) throws -> [Value] {
        try self.makeWay(for: query)
        let rows = try self.connection.rows(query, values)
        defer { rows.finish() }
        var found: [Value] = []
        while try rows.next() {
            var row = Row(rows)
            found.append(try read(&row))
        }
        return found
    }

    /// Does work, and returns its result with the transfers of ownership that it made.
    package func collectingTransfers<Answer>(
        _ work: () throws -> Answer
    ) rethrows -> (answer: Answer, transfers: [OwnershipTransfer]) {
        self.transfers = []
        defer { self.transfers = nil }
        let answer = try work()
        return (answer, self.transfers ?? [])
    }

    /// Collects a transfer of ownership, if `collectingTransfers` runs.
    package func note(_ transfer: OwnershipTransfer) { self.transfers?.append(transfer) }

    /// Collects an entry of the audit log, which is logged once it is committed.
    func note(_ entry: AuditEntry) { self.entries.append(entry) }

    /// Removes all entries but the first `count`, because the others were rolled back or have been logged.
    func keepEntries(_ count: Int) { self.entries.removeSubrange(count...) }

    /// Returns the background work that the committed units created, and begins anew.
    func takeDueWork() -> DueWork {
        defer { self.dueWork = DueWork() }
        return self.dueWork
    }

    /// Does work, rolls it back, and returns its result.
    package func preview<Answer>(_ work: () throws -> Answer) throws -> Answer {
        try self.run(.transactions.beginPreview)
        let entryCount = self.entries.count
        defer {
            self.interningCache.forget()
            self.keepEntries(entryCount)
        }
        let answer = Result { try work() }
        self.group?.discard()
        try self.run(.transactions.rollbackPreview)
        try self.run(.transactions.endPreview)
        return try answer.get()
    }
}
