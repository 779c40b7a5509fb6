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
    /// The repository of the database.
    let repository: any SQLRepository
    /// The lock that keeps another server of this machine from the files beside a database on a server.
    let place: InstanceLock?
    /// The maintenance of the database.
    let maintenance: DatabaseMaintenance
    /// The signals for the workers of this process, which each commit gives.
    let signals: WorkSignals

    /// Opens the database.
    ///
    /// - Parameters:
    ///   - storage: The location.
    ///   - migrates: Whether to create or update tables; otherwise they must have this version's schema.
    ///   - isServed: Whether the process continues to write during a copy or a check.
    ///   - logger: The logger for operators.
    ///   - onFatal: Called when a write left the disk in an unknown state; the process must then stop.
    /// - Throws: The error that prevents it.
    init(
        _ storage: Configuration.Storage,
        migrates: Bool,
        isServed: Bool,
        logger: Logger,
        onFatal: @escaping @Sendable (RepositoryError) -> Void = { _ in }
    ) throws(StorageFailure) {
        let signals: WorkSignals
        if case .postgreSQL(_, let beside) = storage {
            self.place = try InstanceLock(beside)
            signals = WorkSignals(longestRest: WorkSignals.longestSharedRest)
        } else {
            self.place = nil
            signals = WorkSignals()
        }
        self.signals = signals
        self.repository = try storage.open(
            migrates: migrates,
            logger: logger,
            onDueWork: { signals.report($0) },
            onFatal: onFatal
        )
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

    /// Opens the database for a server, or ends the process with an error message.
    static func forServing(_ configuration: Configuration, logger: Logger) throws -> Self {
        do throws(StorageFailure) {
            return try Self(
                configuration.storage,
                migrates: true,
                isServed: true,
                logger: logger.part(.storage)
            ) { error in
                logger.critical(
                    "A write left the disk in an unknown state; the server stops. Senders repeat what is unacknowledged.",
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
    /// With `migrates`, it creates or updates tables; otherwise they must have this version's schema. `onDueWork` is
    /// called after a commit with the background work that it created, and `onFatal` when a write left the disk in an
    /// unknown state; the process must then stop.
    func open(
        migrates: Bool = true,
        logger: Logger,
        onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in },
        onFatal: @escaping @Sendable (RepositoryError) -> Void = { _ in }
    ) throws(StorageFailure) -> any SQLRepository {
        switch self {
        case .sqlite(let path):
            do throws(SQLiteOpenError) {
                return try SQLiteRepository(
                    path: path,
                    policy: migrates ? .migrate : .requireCurrent,
                    logger: logger,
                    onDueWork: onDueWork,
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
                    logger: logger,
                    onDueWork: onDueWork
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

    /// The name of the ledger in responses to operators.
    var name: String {
        switch self {
        case .sqlite(let path): path
        case .postgreSQL: "PostgreSQL"
        }
    }
}

/// The lock on a location at which only one server may keep its key files and its operators' socket.
///
/// An SQLite file has its own lock; this one is for a database on a server.
final class InstanceLock: Sendable {
    private let lock: FileLock

    /// Takes the lock, for the lifetime of the value.
    init(_ path: String) throws(StorageFailure) {
        do throws(SQLiteOpenError) {
            self.lock = try FileLock(databasePath: path)
        } catch {
            guard case .locked = error else {
                throw StorageFailure(description: error.description, code: error.code)
            }
            throw StorageFailure(
                description:
                    "Another server has its files at \(path); give each server a configuration in its own folder.",
                code: error.code
            )
        }
    }
}

/// The error of opening the ledger, for any kind of storage.
struct StorageFailure: Error, CustomStringConvertible {
    /// A sentence with the problem and the remedy.
    let description: String
    /// A stable code.
    let code: String
}
