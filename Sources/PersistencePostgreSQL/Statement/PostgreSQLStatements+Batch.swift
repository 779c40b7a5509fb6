import Ledger
import PersistenceSQL

extension PostgreSQLStatements {
    /// Statements on tables of which nothing is kept back or known: words, terms and their kind, which are only added
    /// to, and what has no part in purchases.
    private static let independent: Set<Query> = [
        .appByName, .insertApp, .appName, .scopeByName, .insertScope, .environmentOfScope, .internedStringByText,
        .insertInternedString,
        .internedStringText, .offerByTerms, .insertOffer, .offerTerms, .termsByValues, .insertTerms, .terms,
        .headerByDigest,
        .insertHeader, .countTransfer, .countRepeat, .countProbe, .releaseHeld,
    ]
    /// Questions whose answers lack what the unit at work has added, which it counts itself.
    private static let former: Set<Query> = [.submissions, .decisionsOfOriginal]

    /// Opens a batch, in a transaction that is open.
    func beginBatch() { self.batch = PostgreSQLBatch(self.connection, statements: Self.statements) }

    /// Asks now what will be asked later.
    func prefetch(_ prefetch: Prefetch) throws { try self.batch?.prefetch(prefetch) }

    /// Says that one unit has ended and another may begin.
    func endUnit() { self.batch?.endUnit() }

    /// Sends what was kept back, waits for the answers, and closes the batch.
    func finishBatch() throws {
        try self.batch?.flush()
        self.batch = nil
        try self.connection.drain()
    }

    /// Keeps a statement back if it can be; otherwise makes the way free for it.
    func runInBatch(_ query: Query, _ values: [SQLValue]) throws -> Bool {
        guard let batch = self.batch else { return false }
        if query == .begin || query == .rollback {
            self.batch = nil
            return false
        }
        if try batch.run(query, values) { return true }
        batch.written += 1
        try self.makeWay(for: query, batch)
        return false
    }

    /// The same for one that says how many rows it wrote.
    func changeInBatch(_ query: Query, _ values: [SQLValue]) throws -> Int? {
        guard let batch = self.batch else { return nil }
        if let changed = try batch.change(query, values) { return changed }
        try self.makeWay(for: query, batch)
        return nil
    }

    /// The same for one that inserts a row under a number.
    func insertInBatch(_ query: Query, _ values: [SQLValue]) throws -> PostgreSQLBatch.Insertion? {
        guard let batch = self.batch else { return nil }
        if query == .insertEvidence, self.checksBatches {
            let key = [values[0], values[4]]
            if let known = batch.rows(.evidencePosition, key) {
                try self.check(known, .evidencePosition, key, batch)
            }
        }
        if let insertion = try batch.insert(query, values) { return insertion }
        // One that was not prefetched may be there, and is asked for by nobody before it is.
        if query != .insertEvidence { try self.makeWay(for: query, batch) }
        return nil
    }

    /// What is known of a statement's answer; otherwise makes the way free for it.
    func rowsInBatch(_ query: Query, _ values: [SQLValue]) throws -> [[SQLValue]]? {
        guard let batch = self.batch else { return nil }
        if let counted = try batch.count(query, values) { return counted }
        if let known = batch.rows(query, values) {
            if self.checksBatches { try self.check(known, query, values, batch) }
            return known
        }
        if Self.statements[query.rawValue].kind == .reading, !Self.independent.contains(query) {
            try batch.flush()
        } else {
            try self.makeWay(for: query, batch)
        }
        return nil
    }

    /// Sends what was kept back before a statement that may depend on it, and forgets what it may make untrue.
    private func makeWay(for query: Query, _ batch: PostgreSQLBatch) throws {
        guard !Self.independent.contains(query) else { return }
        try batch.flush()
        batch.forgetAll()
    }

    /// Makes sure that the server says the same.
    private func check(
        _ known: [[SQLValue]],
        _ query: Query,
        _ values: [SQLValue],
        _ batch: PostgreSQLBatch
    ) throws {
        if Self.former.contains(query), batch.isLeaving(BatchKey(.purchase, values[1])) { return }
        try batch.flush()
        let result = try self.connection.query(Self.statements[query.rawValue], values.map(\.forPostgreSQL))
        let rows = (0..<result.rowCount).map { result.values(row: $0) }
        func sorted(_ rows: [[SQLValue]]) -> [String] { rows.map { "\($0.map(\.asStored.forPostgreSQL))" }.sorted() }
        precondition(
            sorted(rows) == sorted(known),
            "What is known of \(query) is what the server says: \(known), not \(rows)."
        )
    }
}
