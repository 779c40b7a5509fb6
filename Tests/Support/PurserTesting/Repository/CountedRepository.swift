package import Ledger
package import PersistenceSQL
import Synchronization

/// A repository in a database that counts the statements of its units of work and the rows that they read.
///
/// It counts what the database does, however a use case divides its work into units.
package final class CountedRepository: Repository {
    /// A number of statements, and of the rows that they returned.
    package struct Cost: Hashable, Sendable {
        /// The number of statements, without those that begin and end a transaction.
        package var statements = 0
        /// The number of rows.
        package var rows = 0
    }

    private let base: any SQLRepository
    private let cost = Mutex(Cost())

    /// Counts what a repository does from now on.
    package init(_ base: any SQLRepository) { self.base = base }

    /// Returns the cost since the last call.
    package func takeCost() -> Cost {
        self.cost.withLock { cost in
            defer { cost = Cost() }
            return cost
        }
    }

    /// Runs work that only reads, on a counted connection.
    package func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.base.read(as: name) { view in try work(self.counted(view)) }
    }

    /// Runs work as one unit, on a counted connection.
    package func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.base.write(as: name, recording: intake) { unit in try work(self.counted(unit)) }
    }

    /// Closes the repository.
    package func close() async { await self.base.close() }

    /// Returns the session of a unit of work around a counted connection, without a cache, which would make the cost
    /// depend on what was read before.
    private func counted(_ view: any ReadView) -> Session {
        guard let session = view as? Session else { preconditionFailure("A database gives its units a session.") }
        let connection = CountedConnection(session.connection) { [self] statements, rows in
            self.cost.withLock { cost in
                cost.statements += statements
                cost.rows += rows
            }
        }
        return Session(connection, interningCache: InterningCache())
    }
}

/// A connection that says how many statements it ran and how many rows it read.
private final class CountedConnection: SQLConnection {
    private let base: any SQLConnection
    private let count: (_ statements: Int, _ rows: Int) -> Void

    init(_ base: any SQLConnection, count: @escaping (_ statements: Int, _ rows: Int) -> Void) {
        self.base = base
        self.count = count
    }

    func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        self.count(1, 0)
        try self.base.run(statement, values)
    }

    func change(_ statement: SQLStatement, _ values: [SQLValue]) throws -> Int {
        self.count(1, 0)
        return try self.base.change(statement, values)
    }

    func insert(_ statement: SQLStatement, _ values: [SQLValue]) throws -> Int64? {
        self.count(1, 0)
        return try self.base.insert(statement, values)
    }

    func rows(_ statement: SQLStatement, _ values: [SQLValue]) throws -> any SQLRows {
        self.count(1, 0)
        return CountedRows(try self.base.rows(statement, values)) { [count] in count(0, 1) }
    }

    var isShared: Bool { self.base.isShared }

    func databaseBytes() throws -> Int64? { try self.base.databaseBytes() }

    func noteErasure() { self.base.noteErasure() }
}

/// The rows of a statement, each of which is counted.
private final class CountedRows: SQLRows {
    private let base: any SQLRows
    private let count: () -> Void

    init(_ base: any SQLRows, count: @escaping () -> Void) {
        self.base = base
        self.count = count
    }

    func next() throws -> Bool {
        guard try self.base.next() else { return false }
        self.count()
        return true
    }

    func finish() { self.base.finish() }

    func kind(of column: Int) -> SQLKind { self.base.kind(of: column) }

    func integer(at column: Int) -> Int64 { self.base.integer(at: column) }

    func text(at column: Int) -> String { self.base.text(at: column) }

    func bytes(at column: Int) -> [UInt8] { self.base.bytes(at: column) }

    func byteCount(at column: Int) -> Int { self.base.byteCount(at: column) }

    func isMark(at column: Int) -> Bool { self.base.isMark(at: column) }

    func halves(at column: Int) -> (high: UInt64, low: UInt64) { self.base.halves(at: column) }
}
