import Foundation
import Ledger
import Logging
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite

extension Configuration.Storage {
    /// Opens the books.
    ///
    /// With `migrates`, tables are made or brought up to date; they must be as this version has them otherwise. `onFatal`
    /// is called when a write reached the disk in an unknown state; the process must then stop.
    func open(
        migrates: Bool = true,
        logger: Logger,
        onFatal: @escaping @Sendable (RepositoryError) -> Void = { _ in }
    ) throws(StorageFailure) -> any SQLRepository {
        switch self {
        case .sqlite(let path):
            do throws(SQLiteOpenError) {
                return try SQLiteRepository(
                    path: path,
                    policy: migrates ? .migrate : .requireCurrent,
                    logger: logger,
                    onFatal: onFatal
                )
            } catch {
                throw StorageFailure(description: error.description, code: error.code)
            }
        case .postgreSQL(let connection, _):
            do throws(PostgreSQLOpenError) {
                return try PostgreSQLRepository(
                    PostgreSQLSettings(connection: connection.revealed),
                    migrates: migrates,
                    readerCount: max(2, ProcessInfo.processInfo.activeProcessorCount),
                    logger: logger
                )
            } catch {
                throw StorageFailure(description: error.description, code: error.code)
            }
        }
    }

    /// What the books are called in answers to operators.
    var name: String {
        switch self {
        case .sqlite(let path): path
        case .postgreSQL: "PostgreSQL"
        }
    }
}
