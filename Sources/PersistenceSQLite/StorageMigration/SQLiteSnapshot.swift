import GRDB
package import Ledger
package import PersistenceSQL

/// A read-only repository in a file whose lock the caller holds and that has no writer.
package final class SQLiteSnapshot: SQLRepository {
    private let maintenance: SQLiteMaintenance

    /// Opens the file at a path, whose lock the caller holds.
    package init(path: String) throws(SQLiteOpenError) {
        self.maintenance = try SQLiteMaintenance(path: path, ownership: .callers)
    }

    /// The statistics of no writes.
    package var statistics: WriteStatistics { WriteStatistics() }

    /// No failures: reads are not counted here.
    package var failureCounts: [RepositoryError: Int] { [:] }

    /// The version of the schema.
    package var schema: String { SQLiteRepository.schemaVersion }

    /// Does nothing: each read has a connection of its own.
    package func close() async {}

    /// Throws, because the file is read-only.
    package func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        throw .readOnly
    }

    /// Runs work that only reads, within one snapshot of the file.
    package func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let path = self.maintenance.path
        do {
            return try await BlockingWork.run { _ in
                let connection = try DatabaseQueue(path: path, configuration: SQLiteMaintenance.checkingConfiguration)
                defer { try? connection.close() }
                return try connection.unsafeRead { database in
                    let session = Session(SQLiteConnection(database), interningCache: InterningCache())
                    try session.run(.transactions.beginReading)
                    defer { try? session.run(.transactions.commit) }
                    return try work(session)
                }
            }
        } catch {
            throw RepositoryError(reading: error)
        }
    }
}
