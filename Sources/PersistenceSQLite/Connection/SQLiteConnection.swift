import GRDB
import GRDBSQLite
import Ledger
import PersistenceSQL

/// A connection of GRDB's, whose statements are kept by the number of their query.
final class SQLiteConnection: WritingConnection {
    /// GRDB's connection.
    let database: Database
    /// Says whether the files that are written are still those that would be opened again.
    private let isInPlace: () -> Bool
    private var statements: [PreparedQuery?]
    private var traces = LogTraces()
    /// After how many pages of the write-ahead log the connection checkpoints; `nil` for one that only reads.
    let checkpointPages: Int64?
    /// How many pages lay in the log after the last commit, since when no checkpoint was tried.
    var logPages: Int64 = 0

    /// A connection of GRDB's.
    init(
        _ database: Database,
        checkpointPages: Int64? = nil,
        isInPlace: @escaping () -> Bool = { true }
    ) {
        self.database = database
        self.checkpointPages = checkpointPages
        self.isInPlace = isInPlace
        self.statements = Array(repeating: nil, count: Query.allCases.count)
    }

    /// Runs a statement whose rows nobody reads.
    func run(_ query: Query, _ values: [SQLValue]) throws {
        let prepared = try self.prepared(query)
        defer { prepared.finish() }
        try prepared.start(values)
        while try prepared.next() {}
    }

    /// Runs a statement that writes, and says how many rows it wrote.
    func change(_ query: Query, _ values: [SQLValue]) throws -> Int {
        try self.run(query, values)
        return self.database.changesCount
    }

    /// Runs a statement that inserts a row, and returns its number unless it was there.
    func insert(_ query: Query, _ values: [SQLValue]) throws -> Int64? {
        try self.run(query, values)
        return self.database.changesCount == 0 ? nil : self.database.lastInsertedRowID
    }

    /// Begins a statement.
    func rows(_ query: Query, _ values: [SQLValue]) throws -> any SQLRows {
        let prepared = try self.prepared(query)
        try prepared.start(values)
        return prepared
    }

    /// How many rows were written since the connection was opened.
    func writtenCount() -> Int { self.database.totalChangesCount }

    /// Lets the write-ahead log be emptied after this commit.
    func noteErasure() { self.traces.leave() }

    // MARK: Transactions

    /// Nobody else has the file open.
    var isShared: Bool { false }

    /// A file does not go away; whether it is in its place is another question.
    var isUsable: Bool { true }

    /// Whether a transaction is open.
    var isInsideTransaction: Bool { self.database.isInsideTransaction }

    /// What is written into a file that is gone is never acknowledged.
    func requirePlace() throws(RepositoryError) {
        guard self.isInPlace() else { throw .unreachable }
    }

    /// Does nothing: nothing is sent ahead.
    func settle() {}

    /// Empties the log if what was forgotten still lies in it.
    func hasCommitted() throws {
        if self.traces.isDue() { self.traces.tried(hasEmptied: try self.emptyLog()) }
    }

    /// Writes the log into the database when it has become long.
    func tidy() throws {
        guard let limit = self.checkpointPages, self.logPages >= limit else { return }
        self.logPages = 0
        _ = try self.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
    }

    /// Whether an error may leave the transaction in a state in which nothing further may be added to it.
    func endsTransaction(_ error: any Error) -> Bool {
        guard self.isInsideTransaction else { return true }
        guard let error = error as? DatabaseError else { return false }
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_CORRUPT, .SQLITE_READONLY, .SQLITE_CANTOPEN:
            return true
        default: return false
        }
    }

    /// What an error means; asked before anything else happens on the connection, which would forget the system's part.
    func meaning(of error: any Error) -> RepositoryError {
        RepositoryError(writing: error, systemError: self.systemError)
    }

    /// SQLite's number and words.
    func words(for error: any Error) -> String { SQLiteFault(error).description }

    private func prepared(_ query: Query) throws -> PreparedQuery {
        if let known = self.statements[query.rawValue] { return known }
        let prepared = PreparedQuery(try self.database.cachedStatement(sql: query.sql))
        self.statements[query.rawValue] = prepared
        return prepared
    }
}

/// What was forgotten and still lies in the write-ahead log, and when to try again to empty it.
///
/// Readers may be in the way; waiting for a long one at every commit would hold up everybody.
struct LogTraces {
    /// The most commits between two tries.
    private static let longestPause = 1024

    private var isLeft = false
    private var pause = 0
    private var nextPause = 1

    /// Takes down that something was forgotten.
    mutating func leave() {
        self = Self()
        self.isLeft = true
    }

    /// Whether the log is to be emptied after this commit.
    mutating func isDue() -> Bool {
        guard self.isLeft else { return false }
        guard self.pause > 0 else { return true }
        self.pause -= 1
        return false
    }

    /// Takes down what became of emptying it.
    mutating func tried(hasEmptied: Bool) {
        guard !hasEmptied else {
            self = Self()
            return
        }
        self.pause = self.nextPause
        self.nextPause = min(self.nextPause * 2, Self.longestPause)
    }
}
