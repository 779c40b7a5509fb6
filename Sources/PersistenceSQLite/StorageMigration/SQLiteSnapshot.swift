import GRDB
package import Ledger
package import PersistenceSQL

/// The repository in a file that somebody holds and nobody writes, which only reads.
package final class SQLiteSnapshot: SQLRepository {
    private let maintenance: SQLiteMaintenance

    /// Reads the file at a path, whose lock the caller holds.
    package init(path: String) throws(SQLiteOpenError) {
        self.maintenance = try SQLiteMaintenance(path: path, ownership: .callers)
    }

    /// Nothing is ever written.
    package var statistics: WriteStatistics { WriteStatistics() }

    /// Counts nothing.
    package var failureCounts: [RepositoryError: Int] { [:] }

    /// The version of the schema that is read.
    package var schema: String { SQLiteRepository.schemaVersion }

    /// Has nothing to close: each read has a connection of its own.
    package func close() async {}

    /// Refuses.
    package func write<Outcome: Sendable>(
        recording intake: Intake?,
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        throw .readOnly
    }

    /// Does work that only reads, within one snapshot of the file.
    package func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let path = self.maintenance.path
        do {
            return try await BlockingWork.run { _ in
                let connection = try DatabaseQueue(path: path, configuration: SQLiteMaintenance.checkingConfiguration)
                defer { try? connection.close() }
                return try connection.unsafeRead { database in
                    try SQLiteRepository.read(database, InterningCache(), work)
                }
            }
        } catch {
            throw RepositoryError(reading: error)
        }
    }
}
