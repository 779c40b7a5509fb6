import Ledger

extension Session {
    /// The statements on tables of which a group knows nothing, and that refer to nothing that waits in a group; the
    /// counts among them are used where a group does not know the number.
    private static let independent: Set<SQLStatement> = [
        .interned.appByName, .interned.insertApp, .interned.appName, .interned.scopeByName, .interned.scopeByNumber,
        .interned.insertScope, .interned.environmentOfScope, .interned.internedStringByText,
        .interned.insertInternedString, .interned.internedStringText, .interned.offerByTerms, .interned.insertOffer,
        .interned.offerTerms, .interned.termsByValues, .interned.insertTerms, .interned.terms,
        .evidence.headerByDigest, .evidence.insertHeader, .held.releaseHeld, .sinks.sinks,
        .transactions.countRepeat, .transactions.countProbe, .transactions.countSubmission, .events.countTransfer,
        .events.countAppEvents, .events.countChainEvents, .events.countCustomerEvents, .names.takeCustomers,
        .chains.takeOriginals, .figures.fold,
    ]

    /// The statements before which the figures that wait are saved: those that read or replace them, and a preview, which
    /// is rolled back alone.
    private static let needingFigures = Set<SQLStatement>([
        .transactions.beginPreview, .figures.sumUp, .figures.rows, .figures.firstBucket, .figures.firstDay,
        .figures.cohorts, .figures.cohortProducts, .figures.cohortMonth, .figures.deleteDays, .figures.deleteBuckets,
        .figures.deleteCohorts, .figures.firstSum, .figures.deleteSums,
    ]).union(
        SQLStatement.figures.bucketSums + SQLStatement.figures.daySums + SQLStatement.figures.daySumsOfOneProduct
            + SQLStatement.figures.sums + SQLStatement.figures.sumsOfOneGroup
    )

    /// Opens the group of some units.
    func beginGroup() { self.group = GroupCommit() }

    /// Saves what the units of the open group have changed, and closes the group.
    func endGroup() throws {
        try self.flush()
        try self.flushFigures()
        self.dropGroup()
    }

    /// Closes the open group without saving anything, because it is rolled back.
    func dropGroup() {
        self.written += self.group?.writtenCount ?? 0
        self.group = nil
    }

    /// Sends everything that waits in the open group.
    func flush() throws {
        guard let sets = try self.group?.takeWaiting(), !sets.isEmpty else { return }
        try self.connection.write(sets)
    }

    /// Sends what the units of the open group add to figures.
    func flushFigures() throws {
        guard let sets = self.group?.figures.take(), !sets.isEmpty else { return }
        try self.connection.write(sets)
    }

    /// Sends what waits before a statement that may depend on it, and forgets what the statement may change.
    func makeWay(for query: SQLStatement) throws {
        guard let group, !Self.independent.contains(query) else { return }
        try self.flush()
        if !group.figures.isEmpty, Self.needingFigures.contains(query) { try self.flushFigures() }
        guard !query.isReading else { return }
        group.forget()
        if !self.connection.isShared { group.numbers = [:] }
    }

    /// Runs reading statements, each for all of its keys.
    func read(_ sets: [KeySet]) throws {
        try self.flush()
        try self.connection.read(sets)
    }

    /// Makes changes in the open group; where none is open, in one of their own, which is saved at once.
    func saving<Answer>(_ change: (GroupCommit) throws -> Answer) throws -> Answer {
        if let group { return try change(group) }
        self.beginGroup()
        defer { self.dropGroup() }
        guard let group else { throw RepositoryError.corrupt }
        let answer = try change(group)
        try self.flush()
        return answer
    }

    /// Returns the number of a row that will be inserted, by the statement that takes one.
    ///
    /// Where no other process writes, the next ones follow from the first.
    func newNumber(_ query: SQLStatement, in group: GroupCommit) throws -> Int64 {
        let taken = try group.takeNumber(query) ?? self.first(query, [.integer(1)]) { row in try row.integer() }
        guard let taken else { throw RepositoryError.corrupt }
        if !self.connection.isShared { group.numbers[query] = [taken + 1] }
        return taken
    }

    /// Writes a row, instead of the one with the same key that may wait.
    func put(_ table: WaitingTable, _ values: [SQLValue]) throws { try self.saving { $0.put(table, values) } }

    /// Writes a row, besides those with the same key that may wait.
    func add(_ table: WaitingTable, _ values: [SQLValue]) throws { try self.saving { $0.add(table, values) } }

    /// Deletes the rows with a key.
    func delete(_ table: WaitingTable, _ key: [SQLValue]) throws { try self.saving { $0.delete(table, key) } }
}
