import Foundation
import GRDB
package import Ledger
package import Logging
package import PersistenceSQL
import Synchronization

/// The repository in one SQLite file.
///
/// One process owns the file. One connection writes, in group commits on a thread of its own; a few others read, each
/// on the caller's thread, because a read takes less time than a change of threads.
package final class SQLiteRepository: SQLRepository {
    /// The number of pages at which the write-ahead log is written into the database and to which its file is
    /// truncated: 32 MB.
    package static let checkpointPages: Int64 = 4096

    /// The path of the file.
    package let path: String
    /// The number of the newest schema step that the repository works with.
    package let schema: String

    private let file: Mutex<DatabaseFile?>
    private let queue: WriteQueue
    private let thread: WriterThread
    private let readers: [DatabaseQueue]
    private let nextReader = Atomic<Int>(0)
    private let isClosed = Atomic<Bool>(false)
    private let interningCache = InterningCache()
    private let tally = FailureTally()
    private let logger: Logger

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - path: The path of the file; its lock and logs are beside it.
    ///   - schema: The schema that this version knows; tests pass a later one.
    ///   - policy: What to do with a file that is missing or not up to date.
    ///   - checkpointPages: The number of pages at which the write-ahead log is written into the database, smaller for
    ///     tests.
    ///   - logger: The logger for the operator.
    ///   - onDueWork: Called after a commit with the background work that its units created.
    ///   - onFatal: Called once when the outcome of a write on disk is unknown. The process must then stop.
    /// - Throws: Why the file could not be opened.
    package init(
        path: String,
        schema: SQLiteSchema = .current,
        policy: SchemaPolicy = .migrate,
        checkpointPages: Int64 = checkpointPages,
        logger: Logger,
        onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in },
        onFatal: @escaping @Sendable (RepositoryError) -> Void
    ) throws(SQLiteOpenError) {
        let readerCount = ProcessInfo.processInfo.activeProcessorCount
        let file = try DatabaseFile(
            path: path,
            schema: schema,
            policy: policy,
            readerCount: readerCount,
            logger: logger
        )
        self.path = path
        self.schema = schema.version
        self.logger = logger
        self.readers = file.readers
        let identities = file.identities
        let writer = file.writer
        let thread = WriterThread()
        let queue = WriteQueue(
            logger: logger,
            tally: self.tally,
            onWork: { _ in thread.call() },
            onDueWork: onDueWork,
            onFatal: onFatal
        )
        self.thread = thread
        self.queue = queue
        self.file = Mutex(file)
        thread.start { thread in
            writer.writeWithoutTransaction { database in
                let connection = SQLiteConnection(database, checkpointPages: checkpointPages) {
                    identities.allSatisfy { FileIdentity(path: $0.path) == $0.identity }
                }
                connection.replaceHooks()
                defer { connection.removeHooks() }
                let session = Session(connection, interningCache: InterningCache())
                while thread.next() { queue.serve(session, on: connection) }
                queue.serve(session, on: connection)
            }
        }
    }

    /// The counts of the writer since opening.
    package var statistics: WriteStatistics { self.queue.statistics }

    /// The reads and writes that failed since opening, by reason.
    package var failureCounts: [RepositoryError: Int] { self.tally.counts }

    /// Finishes the work under way and closes; a second call has no effect.
    package func close() async {
        self.queue.close()
        await self.thread.end()
        self.isClosed.store(true, ordering: .sequentiallyConsistent)
        let file = self.file.withLock { file in file.take() }
        file?.close(keepsLog: self.queue.hasFailed, logger: self.logger)
    }

    /// Runs work on the writer's connection within the next commit.
    package func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.queue.write(recording: intake, work)
    }

    /// The number of connections that read.
    var readerCount: Int { self.readers.count }

    /// Runs work on the connection of the next reader, within one snapshot of the database.
    package func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) throws(RepositoryError) -> Outcome {
        let turn = UInt(bitPattern: self.nextReader.wrappingAdd(1, ordering: .relaxed).oldValue)
        return try self.read(withReader: Int(turn % UInt(self.readers.count)), work)
    }

    /// Runs work on one reader's connection, within one snapshot of the database.
    func read<Outcome>(
        withReader number: Int,
        _ work: (Session) throws -> Outcome
    ) throws(RepositoryError) -> Outcome {
        guard !self.isClosed.load(ordering: .acquiring) else { throw .unavailable }
        do {
            return try self.readers[number].unsafeRead { database in
                try Self.read(database, self.interningCache, work)
            }
        } catch {
            if !(error is RepositoryError) {
                self.logger.error("The database refused a read.", metadata: ["error": "\(SQLiteFault(error))"])
            }
            let failure = RepositoryError(reading: error)
            self.tally.note(failure)
            throw failure
        }
    }
    /// Runs work on a connection within one snapshot of the database.
    static func read<Outcome>(
        _ database: Database,
        _ interningCache: InterningCache,
        _ work: (Session) throws -> Outcome
    ) throws -> Outcome {
        let session = Session(SQLiteConnection(database), interningCache: interningCache)
        try session.run(.beginReading)
        let result = Result { try work(session) }
        try session.run(.commit)
        return try result.get()
    }
}
