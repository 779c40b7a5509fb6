import ArgumentParser
import Foundation
import Ledger
import Logging
import Observability
import PersistenceSQL
import PersistenceSQLite
import PurserService

#if PostgreSQL
import PersistencePostgreSQL
#endif

/// The database of a configuration, opened by this process.
struct OpenedStorage {
    /// Reads and writes it.
    let repository: any SQLRepository
    /// Keeps another server of this machine from the files beside a database that is on a server.
    let place: InstanceLock?
    /// Copies and checks it.
    let maintenance: DatabaseMaintenance

    /// Opens the database.
    ///
    /// - Parameters:
    ///   - storage: Where it is.
    ///   - migrates: Whether tables are made or brought up to date; otherwise they must be as this version has them.
    ///   - isServed: Whether the process goes on writing while a copy or a check runs.
    ///   - logger: Logs what operators read.
    ///   - onFatal: Called when a write reached the disk in an unknown state; the process must then stop.
    /// - Throws: Why it cannot be opened.
    init(
        _ storage: Configuration.Storage,
        migrates: Bool,
        isServed: Bool,
        logger: Logger,
        onFatal: @escaping @Sendable (RepositoryError) -> Void = { _ in }
    ) throws(StorageFailure) {
        if case .postgreSQL(_, let beside) = storage {
            self.place = try InstanceLock(beside)
        } else {
            self.place = nil
        }
        self.repository = try storage.open(migrates: migrates, logger: logger, onFatal: onFatal)
        switch storage {
        case .sqlite(let path):
            do throws(SQLiteOpenError) {
                let file = try SQLiteMaintenance(path: path, ownership: .callers)
                self.maintenance = .sqlite(file, isServed: isServed)
            } catch {
                throw StorageFailure(description: error.description, code: error.code)
            }
        case .postgreSQL: self.maintenance = .postgreSQL
        }
    }

    /// Opens the database for a server, or ends the process with what is wrong.
    static func forServing(_ configuration: Configuration, logger: Logger) throws -> Self {
        do throws(StorageFailure) {
            return try Self(
                configuration.storage,
                migrates: true,
                isServed: true,
                logger: logger.part(.storage)
            ) { error in
                logger.critical(
                    "A write reached the disk in an unknown state; the server stops. What was not answered comes again.",
                    metadata: ["code": "\(error.code)"]
                )
                exit(ExitStatus.tryAgain.rawValue)
            }
        } catch {
            StandardStream.error.write(line: "storage: \(error) (\(error.code))")
            throw ExitStatus.unavailable.error
        }
    }
}

extension Configuration.Storage {
    /// Opens the ledger.
    ///
    /// With `migrates`, tables are made or brought up to date; they must be as this version has them otherwise.
    /// `onFatal` is called when a write reached the disk in an unknown state; the process must then stop.
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
                    + "database in a file: storage: sqlite:data/purser.db",
                code: "postgresql_not_built"
            )
        #endif
        }
    }

    /// What the ledger is called in answers to operators.
    var name: String {
        switch self {
        case .sqlite(let path): path
        case .postgreSQL: "PostgreSQL"
        }
    }
}

/// The lock on a place where only one server keeps its key files and takes its operators' commands.
///
/// An SQLite file has its own; where the database is on a server, the place beside which the files lie has this one.
final class InstanceLock: Sendable {
    private let lock: FileLock

    /// Takes the place, as long as the value lives.
    init(_ path: String) throws(StorageFailure) {
        do throws(SQLiteOpenError) {
            self.lock = try FileLock(databasePath: path)
        } catch {
            guard case .locked = error else {
                throw StorageFailure(description: error.description, code: error.code)
            }
            throw StorageFailure(
                description:
                    "Another server has its files at \(path); give each a configuration in a folder of its own.",
                code: error.code
            )
        }
    }
}

/// Why the ledger cannot be opened, whatever keeps it.
struct StorageFailure: Error, CustomStringConvertible {
    /// One plain sentence: what is wrong, and what helps.
    let description: String
    /// A stable code.
    let code: String
}
