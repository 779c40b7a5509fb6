import GRDB

/// The books in a file that nobody serves, to be read from end to end and never written.
///
/// The file's lock is held as long as the value lives.
package final class SQLiteBooks: Sendable {
    private let upkeep: SQLiteUpkeep

    /// Takes the file.
    ///
    /// - Throws: Why it cannot be read, or that its schema is not this version's.
    package init(path: String) throws(SQLiteOpenError) {
        self.upkeep = try SQLiteUpkeep(path: path, ownership: .taken)
        do throws(UpkeepError) {
            let count = try self.upkeep.reading { try SQLiteUpkeep.changeCount(of: $0, path: path) }
            guard count > 0 else { throw UpkeepError.cannotOpen(.missing(path: path)) }
            guard count == Migrations.steps.count else { throw UpkeepError.cannotOpen(.olderSchema(path: path)) }
        } catch {
            guard case .cannotOpen(let reason) = error else { throw .unreadable(path: path) }
            throw reason
        }
    }

    /// The path of the file.
    package var path: String { self.upkeep.path }

    /// Does work on one snapshot of the books, on a thread of its own; a cancelled task breaks it off.
    ///
    /// - Throws: `UpkeepError` where the file cannot be read or the task was cancelled, and what the work throws.
    package func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (SQLiteBooksReading) throws -> Outcome
    ) async throws -> Outcome {
        let upkeep = self.upkeep
        do {
            return try await BlockingWork.run { handle in
                let connection = try DatabaseQueue(path: upkeep.path, configuration: SQLiteUpkeep.checkingConfiguration)
                defer { try? connection.close() }
                try handle.use(connection)
                return try connection.unsafeRead { database in
                    try database.execute(sql: "BEGIN DEFERRED")
                    defer { try? database.execute(sql: "ROLLBACK") }
                    return try work(SQLiteBooksReading(database, upkeep: upkeep, work: handle))
                }
            }
        } catch let error as DatabaseError {
            throw UpkeepError(error, path: upkeep.path)
        } catch let error as SQLiteOpenError {
            throw UpkeepError.cannotOpen(error)
        }
    }
}
