import Foundation
import GRDB
import GRDBSQLite
import Ledger
import PersistenceSQL

/// A GRDB connection whose prepared statements are cached by the number of their query.
final class SQLiteConnection: WritingConnection {
    /// GRDB's connection.
    let database: Database
    /// Returns whether the open files are still those at the path.
    private let isInPlace: () -> Bool
    private var statements: [PreparedQuery?]
    /// The number of statements that were prepared.
    private(set) var preparationCount = 0
    private var traces = LogTraces()
    /// The number of pages of the write-ahead log at which the connection checkpoints; `nil` for one that only reads.
    let checkpointPages: Int64?
    /// The number of pages in the log after the last commit, if no checkpoint was tried since.
    var logPages: Int64 = 0

    /// Creates a connection around one of GRDB's.
    init(
        _ database: Database,
        checkpointPages: Int64? = nil,
        isInPlace: @escaping () -> Bool = { true }
    ) {
        self.database = database
        self.checkpointPages = checkpointPages
        self.isInPlace = isInPlace
        self.statements = []
    }

    /// Runs a statement whose rows are not read.
    func run(_ query: SQLStatement, _ values: [SQLValue]) throws {
        let prepared = try self.prepared(query)
        defer { prepared.finish() }
        try prepared.start(values)
        while try prepared.next() {}
    }

    /// Runs a statement that writes, and returns how many rows it wrote.
    func change(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int {
        try self.run(query, values)
        return self.database.changesCount
    }

    /// Runs a statement that inserts a row, and returns the row's number, or `nil` if it existed.
    func insert(_ query: SQLStatement, _ values: [SQLValue]) throws -> Int64? {
        try self.run(query, values)
        return self.database.changesCount == 0 ? nil : self.database.lastInsertedRowID
    }

    /// Starts a statement and returns its rows.
    func rows(_ query: SQLStatement, _ values: [SQLValue]) throws -> any SQLRows {
        let prepared = try self.prepared(query)
        try prepared.start(values)
        return prepared
    }

    /// Returns the size of the file and its write-ahead log in bytes; `nil` for a database without a file.
    func databaseBytes() throws(RepositoryError) -> Int64? {
        guard let handle = unsafe self.database.sqliteConnection,
            let start = unsafe sqlite3_db_filename(handle, "main")
        else { return nil }
        let path = unsafe String(cString: start)
        guard !path.isEmpty else { return nil }
        let sizes = [path, path + "-wal"].compactMap { path in
            try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
        }
        guard !sizes.isEmpty else { throw .unreachable }
        return sizes.reduce(0) { $0 + $1.int64Value }
    }

    /// Requests that the write-ahead log is emptied after this commit.
    func noteErasure() { self.traces.leave() }

    // MARK: Transactions

    /// Whether other processes write too: never.
    var isShared: Bool { false }

    /// Whether each answer takes a round trip: never.
    var hasRoundTrips: Bool { false }

    /// Whether the connection can be used: always, because `requirePlace` checks the file.
    var isUsable: Bool { true }

    /// Whether a transaction is open.
    var isInsideTransaction: Bool { self.database.isInsideTransaction }

    /// Throws if the file at the path is no longer the open one: a write into a removed file is never acknowledged.
    func requirePlace() throws(RepositoryError) {
        guard self.isInPlace() else { throw .unreachable }
    }

    /// Does nothing: no statement is sent ahead.
    func settle() {}

    /// Empties the log if it still contains erased data.
    func hasCommitted() throws {
        if self.traces.isDue() { self.traces.tried(hasEmptied: try self.emptyLog()) }
    }

    /// Writes the log into the database when it has reached its limit.
    func tidy() throws {
        guard let limit = self.checkpointPages, self.logPages >= limit else { return }
        self.logPages = 0
        _ = try self.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
    }

    /// Returns whether no further statement may be added to the transaction after an error.
    func endsTransaction(_ error: any Error) -> Bool {
        guard self.isInsideTransaction else { return true }
        guard let error = error as? DatabaseError else { return false }
        switch error.resultCode {
        case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_CORRUPT, .SQLITE_READONLY, .SQLITE_CANTOPEN:
            return true
        default: return false
        }
    }

    /// Returns the repository's error for an error; must be called before anything else on the connection, which would
    /// reset the system's error number.
    func meaning(of error: any Error) -> RepositoryError {
        RepositoryError(writing: error, systemError: self.systemError)
    }

    /// Returns SQLite's number and message.
    func words(for error: any Error) -> String { SQLiteFault(error).description }

    private func prepared(_ query: SQLStatement) throws -> PreparedQuery {
        if query.number < self.statements.count, let known = self.statements[query.number] { return known }
        let prepared = PreparedQuery(try self.database.cachedStatement(sql: query.sql))
        while self.statements.count <= query.number { self.statements.append(nil) }
        self.statements[query.number] = prepared
        self.preparationCount += 1
        return prepared
    }
}

/// Whether erased data is still in the write-ahead log, and when to try again to empty it.
///
/// A reader may prevent it; waiting for a long read at every commit would delay all writers.
struct LogTraces {
    /// The maximum number of commits between two attempts.
    private static let longestPause = 1024

    private var isLeft = false
    private var pause = 0
    private var nextPause = 1

    /// Records that data was erased.
    mutating func leave() {
        self = Self()
        self.isLeft = true
    }

    /// Returns whether to empty the log after this commit.
    mutating func isDue() -> Bool {
        guard self.isLeft else { return false }
        guard self.pause > 0 else { return true }
        self.pause -= 1
        return false
    }

    /// Records the outcome of an attempt to empty it.
    mutating func tried(hasEmptied: Bool) {
        guard !hasEmptied else {
            self = Self()
            return
        }
        self.pause = self.nextPause
        self.nextPause = min(self.nextPause * 2, Self.longestPause)
    }
}
