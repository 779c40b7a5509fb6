import GRDB
import Ledger

/// One connection at work: runs queries and remembers their statements and the vocabulary.
///
/// A session belongs to one thread at a time. The writer keeps one for good; each read makes its own around its
/// connection, whose statements GRDB keeps.
final class Session {
    /// GRDB's connection.
    let database: Database
    /// What small numbers stand for on this connection.
    let vocabulary: Vocabulary
    /// What passed from one owner to another while somebody wants to know.
    private(set) var moves: [OwnershipMove]?
    /// What was forgotten and still lies in the log.
    var traces = LogTraces()
    /// What customers held before the unit at work, while that is to be told.
    var noticed: NoticedHoldings?
    private var statements: [PreparedQuery?]

    /// A session on a connection.
    init(_ database: Database, vocabulary: Vocabulary) {
        self.database = database
        self.vocabulary = vocabulary
        self.statements = Array(repeating: nil, count: Query.allCases.count)
    }

    /// Runs a query that answers with no rows.
    func run(_ query: Query, _ values: [SQLValue] = []) throws {
        let prepared = try self.prepared(query)
        defer { prepared.finish() }
        try prepared.start(values)
        while try prepared.step() {}
    }

    /// Runs a query that writes, and says how many rows it wrote.
    func change(_ query: Query, _ values: [SQLValue]) throws -> Int {
        try self.run(query, values)
        return self.database.changesCount
    }

    /// Runs a query that inserts a row, and returns the row's integer key.
    func insert(_ query: Query, _ values: [SQLValue]) throws -> Int64 {
        try self.run(query, values)
        return self.database.lastInsertedRowID
    }

    /// The first row of a query's answer, read by the closure.
    func first<Value>(
        _ query: Query,
        _ values: [SQLValue],
        read: (inout Row) throws -> Value
    ) throws -> Value? {
        let prepared = try self.prepared(query)
        defer { prepared.finish() }
        try prepared.start(values)
        guard try prepared.step() else { return nil }
        var row = prepared.row
        return try read(&row)
    }

    /// Every row of a query's answer, read by the closure, which must not run the same query.
    func all<Value>(
        _ query: Query,
        _ values: [SQLValue],
        read: (inout Row) throws -> Value
    ) throws -> [Value] {
        let prepared = try self.prepared(query)
        defer { prepared.finish() }
        try prepared.start(values)
        var found: [Value] = []
        while try prepared.step() {
            var row = prepared.row
            found.append(try read(&row))
        }
        return found
    }

    /// Does work, and returns with its answer what passed from one owner to another by it.
    func collectingMoves<Answer>(_ work: () throws -> Answer) rethrows -> (answer: Answer, moves: [OwnershipMove]) {
        self.moves = []
        defer { self.moves = nil }
        let answer = try work()
        return (answer, self.moves ?? [])
    }

    /// Takes note of what passed from one owner to another, if somebody wants to know.
    func note(_ move: OwnershipMove) { self.moves?.append(move) }

    /// Does work, takes it back, and returns what it answered.
    func preview<Answer>(_ work: () throws -> Answer) throws -> Answer {
        try self.run(.beginPreview)
        defer { self.vocabulary.forget() }
        let answer = Result { try work() }
        try self.run(.rollbackPreview)
        try self.run(.endPreview)
        return try answer.get()
    }

    private func prepared(_ query: Query) throws -> PreparedQuery {
        if let known = self.statements[query.rawValue] { return known }
        let prepared = PreparedQuery(try self.database.cachedStatement(sql: query.sql))
        self.statements[query.rawValue] = prepared
        return prepared
    }
}
