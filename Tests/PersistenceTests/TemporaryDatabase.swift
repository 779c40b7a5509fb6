import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserTesting
import Synchronization

/// A database file in a folder of its own, which goes away with it.
final class TemporaryDatabase: Sendable {
    /// The folder.
    let folder: URL
    /// Errors after which the process would have to stop.
    let fatalErrors = Mutex<[RepositoryError]>([])

    /// A new folder, without a file yet.
    init() throws {
        let template = FileManager.default.temporaryDirectory.appending(path: "purser-XXXXXX").path
        var bytes = template.utf8CString
        let path = unsafe bytes.withUnsafeMutableBufferPointer { bytes -> String? in
            guard let start = bytes.baseAddress, let made = unsafe mkdtemp(start) else { return nil }
            return unsafe String(cString: made)
        }
        guard let path else { throw POSIXError(.EIO) }
        self.folder = URL(filePath: path)
    }

    deinit {
        try? FileManager.default.removeItem(at: self.folder)
    }

    /// The path of the file.
    var path: String { self.folder.appending(path: "data/purser.db").path }

    /// Opens the file.
    func open(
        policy: SchemaPolicy = .migrate,
        logger: Logger = TemporaryDatabase.logger
    ) throws(SQLiteOpenError) -> SQLiteRepository {
        try SQLiteRepository(path: self.path, policy: policy, logger: logger) { [self] error in
            self.fatalErrors.withLock { $0.append(error) }
        }
    }

    /// Says nothing.
    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A database with the tables in it, made once: to copy it takes a fraction of the time that making them takes.
    private static let empty = Task {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        return try Data(contentsOf: URL(filePath: database.path))
    }

    /// Opens a new file as an empty repository that is to keep the contract.
    func underTest() async throws -> RepositoryUnderTest {
        let file = URL(filePath: self.path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try await Self.empty.value.write(to: file)
        let log = RecordedLog()
        let repository = try self.open(logger: log.logger)
        return RepositoryUnderTest(repository, log: log) {
            await repository.close()
            return try self.open(logger: log.logger)
        }
    }
}
