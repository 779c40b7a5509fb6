import Foundation
import GRDB
package import Ledger
package import Logging
package import PersistenceSQL
import Synchronization

/// The repository in one SQLite file.
///
/// One process owns the file. One connection writes, in group commits on a thread of its own; a few others read, each on
/// a thread of its own too.
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
    /// The threads that read.
    let readers: ReaderPool
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
    ///   - readDeadline: How long a read may take, shorter for tests.
    ///   - checksGroups: Whether each value that a group commit remembers is compared with the stored one, for tests.
    ///   - logger: The logger for the operator.
    ///   - onDueWork: Called after a commit with the background work that its units created.
    ///   - onFatal: Called once when the outcome of a write on disk is unknown. The process must then stop.
    /// - Throws: Why the file could not be opened.
    package init(
        path: String,
        schema: SQLiteSchema = .current,
        policy: SchemaPolicy = .migrate,
        checkpointPages: Int64 = checkpointPages,
        readDeadline: Duration = ReadLimits.deadline,
        checksGroups: Bool = false,
        logger: Logger,
        onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in },
        onFatal: @escaping @Sendable (RepositoryError) -> Void
    ) throws(SQLiteOpenError) {
        let file = try DatabaseFile(
            path: path,
            schema: schema,
            policy: policy,
            readerCount: ReaderPool.threadCount,
            logger: logger
        )
        self.path = path
        self.schema = schema.version
        self.logger = logger
        let identities = file.identities
        let isInPlace: @Sendable () -> Bool = {
            identities.allSatisfy { FileIdentity(path: $0.path) == $0.identity }
        }
        self.readers = ReaderPool(file.readers, deadline: readDeadline, logger: logger) {
            // Another file may have taken the place.
            guard isInPlace() else { throw RepositoryError.unreachable }
            return try DatabaseFile.openReader(path)
        }
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
                let connection = SQLiteConnection(
                    database,
                    checkpointPages: checkpointPages,
                    isInPlace: isInPlace
                )
                connection.replaceHooks()
                defer { connection.removeHooks() }
                let session = Session(
                    connection,
                    interningCache: InterningCache(),
                    checksGroups: checksGroups
                )
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
        let readers = await self.readers.close()
        let file = self.file.withLock { file in file.take() }
        file?.close(readers, keepsLog: self.queue.hasFailed, logger: self.logger)
    }

    /// Runs work on the writer's connection within the next commit.
    package func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.queue.write(recording: intake, work)
    }

    /// The threads that read.
    package var readThreads: (any TaskExecutor)? { self.readers }

    /// The number of connections that read.
    package var readerCount: Int { self.readers.count }

    /// Runs work on the first reader that is free, within one snapshot of the database.
    package func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.read(as: name, withReader: nil, work)
    }

    /// Runs work on one reader's connection, or on the first that is free, within one snapshot of the database.
    func read<Outcome: Sendable>(
        as name: StaticString,
        withReader number: Int?,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        let read = Read(as: name, work)
        if number == nil, let reader = self.readers.currentReader {
            await read.runHere(on: reader)
        } else {
            await self.readers.run(read, on: number)
        }
        do throws(RepositoryError) {
            return try read.outcome()
        } catch {
            // A caller that has gone is not a failure of the database.
            if !read.isCanceled { self.tally.note(error) }
            throw error
        }
    }
}
