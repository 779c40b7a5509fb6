import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite

#if PostgreSQL
import PersistencePostgreSQL
#endif

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
        #if PostgreSQL
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
        #else
        case .postgreSQL:
            throw StorageFailure(
                description: "PostgreSQL is not built into this program. Build it with its default traits, or keep the "
                    + "books in a file: storage: sqlite:data/purser.db",
                code: "postgresql_not_built"
            )
        #endif
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
