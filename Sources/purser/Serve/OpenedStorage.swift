import ArgumentParser
import Foundation
import Ledger
import Logging
import Observability
import PersistenceSQL
import PersistenceSQLite
import PurserService

/// The database of a configuration, opened by this process.
struct OpenedStorage {
    /// Reads and writes it.
    let repository: any SQLRepository
    /// Keeps another server of this machine from the files beside a database that is on a server.
    let place: PlaceLock?
    /// Copies and checks it.
    let upkeep: DatabaseUpkeep

    /// Opens the database.
    ///
    /// - Parameters:
    ///   - storage: Where it is.
    ///   - migrates: Whether tables are made or brought up to date; otherwise they must be as this version has them.
    ///   - isServed: Whether the process goes on writing while a copy or a check runs.
    ///   - logger: Logs what operators read.
    ///   - onFatal: Called when a write reached the disk in an unknown state; the process must then stop.
    init(
        _ storage: Configuration.Storage,
        migrates: Bool,
        isServed: Bool,
        logger: Logger,
        onFatal: @escaping @Sendable (RepositoryError) -> Void = { _ in }
    ) throws(StorageFailure) {
        if case .postgreSQL(_, let beside) = storage {
            self.place = try PlaceLock(beside)
        } else {
            self.place = nil
        }
        self.repository = try storage.open(migrates: migrates, logger: logger, onFatal: onFatal)
        switch storage {
        case .sqlite(let path):
            do throws(SQLiteOpenError) {
                let file = try SQLiteUpkeep(path: path, ownership: .callers)
                self.upkeep = .sqlite(file, isServed: isServed)
            } catch {
                throw StorageFailure(description: error.description, code: error.code)
            }
        case .postgreSQL: self.upkeep = .postgreSQL
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
