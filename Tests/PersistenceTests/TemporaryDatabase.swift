import Foundation
import GRDB
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
        schema: SQLiteSchema = .current,
        policy: SchemaPolicy = .migrate,
        readDeadline: Duration = ReadLimits.deadline,
        checksGroups: Bool = false,
        logger: Logger = TemporaryDatabase.logger,
        onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in }
    ) throws(SQLiteOpenError) -> SQLiteRepository {
        try SQLiteRepository(
            path: self.path,
            schema: schema,
            policy: policy,
            readDeadline: readDeadline,
            checksGroups: checksGroups,
            logger: logger,
            onDueWork: onDueWork
        ) { [self] error in
            self.fatalErrors.withLock { $0.append(error) }
        }
    }

    /// Changes the closed file without enforcing foreign keys.
    func change(_ work: @escaping @Sendable (Database) throws -> Void) async throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let file = try DatabaseQueue(path: self.path, configuration: configuration)
        try await file.writeWithoutTransaction(work)
        try file.close()
    }

    /// The same, by statements.
    func change(_ statements: String) async throws {
        try await self.change { file in try file.execute(sql: statements) }
    }

    /// Reads the closed file.
    func read<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        let file = try DatabaseQueue(path: self.path)
        let value = try await file.read(work)
        try file.close()
        return value
    }

    /// A logger that drops all lines.
    static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A database with the tables in it, made once: to copy it takes a fraction of the time that making them takes.
    private static let empty = Task {
        let database = try TemporaryDatabase()
        await (try database.open()).close()
        return try Data(contentsOf: URL(filePath: database.path))
    }

    /// Opens a new file as an empty repository that is to keep the contract.
    func underTest(
        checksGroups: Bool = false,
        onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in }
    ) async throws -> RepositoryUnderTest {
        let file = URL(filePath: self.path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try await Self.empty.value.write(to: file)
        let log = RecordedLog()
        let repository = try self.open(checksGroups: checksGroups, logger: log.logger, onDueWork: onDueWork)
        return RepositoryUnderTest(repository, log: log) {
            await repository.close()
            return try self.open(checksGroups: checksGroups, logger: log.logger)
        }
    }
}
