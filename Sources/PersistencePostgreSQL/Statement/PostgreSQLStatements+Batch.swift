import Ledger
import PersistenceSQL

extension PostgreSQLStatements {
    /// The statements on tables of which the batch buffers and knows nothing: interned strings, terms and the like,
    /// which are only added to, and tables that have no part in recording purchases.
    private static let independent: Set<SQLStatement> = [
        .interned.appByName, .interned.insertApp, .interned.appName, .interned.scopeByName, .interned.scopeByNumber,
        .interned.insertScope,
        .interned.environmentOfScope, .interned.internedStringByText,
        .interned.insertInternedString,
        .interned.internedStringText, .interned.offerByTerms, .interned.insertOffer, .interned.offerTerms,
        .interned.termsByValues, .interned.insertTerms, .interned.terms,
        .evidence.headerByDigest,
        .evidence.insertHeader, .events.countTransfer, .transactions.countRepeat, .transactions.countProbe,
        .held.releaseHeld,
    ]
    /// The queries whose answers lack what the current unit has added, which the unit counts itself.
    private static let former: Set<SQLStatement> = [.ownership.submissions, .decisions.decisionsOfOriginal]

    /// Begins a batch in the open transaction.
    func beginBatch() { self.batch = PostgreSQLBatch(self.connection) }

    /// Sends now the queries that the units will need.
    func prefetch(_ prefetch: Prefetch) throws { try self.batch?.prefetch(prefetch) }

    /// Ends one unit, so that another may begin.
    func endUnit() { self.batch?.endUnit() }

    /// Sends everything that is buffered, waits for the answers, and closes the batch.
    func finishBatch() throws {
        try self.batch?.flush()
        self.batch = nil
        try self.connection.drain()
    }

    /// Buffers a statement if possible; otherwise sends what it may depend on.
    func runInBatch(_ query: SQLStatement, _ values: [SQLValue]) throws -> Bool {
        guard let batch = self.batch else { return false }
        if query == .transactions.begin || query == .transactions.rollback {
            self.batch = nil
            return false
        }
        if try batch.run(query, values) { return true }
        batch.written += 1
        try self.makeWay(for: query, batch)
        return false
    }

    /// Does the same for a statement that returns how many rows it wrote.
    func changeInBatch(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int? {
        guard let batch = self.batch else { return nil }
        if let changed = try batch.change(query, values) { return changed }
        try self.makeWay(for: query, batch)
        return nil
    }

    /// Does the same for a statement that inserts a row under a number.
    func insertInBatch(_ query: SQLStatement, _ values: [SQLValue]) throws -> PostgreSQLBatch.Insertion? {
        guard let batch = self.batch else { return nil }
        if query == .evidence.insertEvidence, self.checksBatches {
            let key = [values[0], values[4]]
            if let known = batch.rows(.evidence.evidencePosition, key) {
                try self.check(known, .evidence.evidencePosition, key, batch)
            }
        }
        if let insertion = try batch.insert(query, values) { return insertion }
        // Evidence that was not prefetched may exist already; no statement reads it before it is inserted.
        if query != .evidence.insertEvidence { try self.makeWay(for: query, batch) }
        return nil
    }

    /// Returns what is known of a statement's answer; otherwise sends what the statement may depend on, and returns
    /// `nil`.
    func rowsInBatch(_ query: SQLStatement, _ values: [SQLValue]) throws -> [[SQLValue]]? {
        guard let batch = self.batch else { return nil }
        if let counted = try batch.count(query, values) { return counted }
        if let known = batch.rows(query, values) {
            if self.checksBatches { try self.check(known, query, values, batch) }
            return known
        }
        if query.prepared.kind == .reading, !Self.independent.contains(query) {
            try batch.flush()
        } else {
            try self.makeWay(for: query, batch)
        }
        return nil
    }

    /// Sends what is buffered before a statement that may depend on it, and discards the answers that it may change.
    private func makeWay(for query: SQLStatement, _ batch: PostgreSQLBatch) throws {
        guard !Self.independent.contains(query) else { return }
        try batch.flush()
        batch.forgetAll()
    }

    /// Checks that the server gives the same answer.
    private func check(
        _ known: [[SQLValue]],
        _ query: SQLStatement,
        _ values: [SQLValue],
        _ batch: PostgreSQLBatch
    ) throws {
        if Self.former.contains(query), batch.isLeaving(BatchKey(.purchase, values[1])) { return }
        try batch.flush()
        let result = try self.connection.query(query.prepared, values.map(\.forPostgreSQL))
        let rows = (0..<result.rowCount).map { result.values(row: $0) }
        func sorted(_ rows: [[SQLValue]]) -> [String] { rows.map { "\($0.map(\.asStored.forPostgreSQL))" }.sorted() }
        precondition(
            sorted(rows) == sorted(known),
            "The server answers \(query) as the batch does: \(known), not \(rows)."
        )
    }
}
