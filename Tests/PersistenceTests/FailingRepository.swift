import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Synchronization

/// A repository on a disk that fails, and what it said when its process had to stop.
final class FailingRepository: Sendable {
    /// The disk.
    let disk: FaultyDisk
    /// Errors after which the process would have to stop.
    let fatalErrors = Mutex<[RepositoryError]>([])
    private let database: TemporaryDatabase

    /// A disk without a file yet.
    init() throws {
        self.database = try TemporaryDatabase()
        let folder = URL(filePath: self.database.path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.disk = try FaultyDisk(folder: folder.path)
    }

    /// The path of the file.
    var path: String { self.database.path }

    /// Opens the file.
    func open(checkpointPages: Int64? = nil) throws -> SQLiteRepository {
        try Self.open(self.disk.folder, checkpointPages: checkpointPages) { [self] error in
            self.fatalErrors.withLock { $0.append(error) }
        }
    }

    /// Opens the file of a folder.
    @Sendable
    static func open(
        _ folder: String,
        checkpointPages: Int64? = nil,
        onFatal: @escaping @Sendable (RepositoryError) -> Void
    ) throws -> SQLiteRepository {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let path = folder + "/purser.db"
        guard let checkpointPages else { return try SQLiteRepository(path: path, logger: logger, onFatal: onFatal) }
        return try SQLiteRepository(path: path, checkpointPages: checkpointPages, logger: logger, onFatal: onFatal)
    }

    /// Ends the process without a word.
    func kill(_ repository: SQLiteRepository) async {
        self.disk.die()
        await repository.close()
        self.disk.revive()
    }

    /// Cuts the power; nothing may be open.
    func losePower(seed: UInt64) throws {
        try FaultyDisk.losePower(in: self.disk.folder, seed: seed)
    }
}
