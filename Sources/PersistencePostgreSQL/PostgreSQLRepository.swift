package import Ledger
package import Logging
package import PersistenceSQL

/// The repository in a PostgreSQL database, which several nodes may share.
///
/// One connection writes, in group commits; a few others read, each on a thread of its own, because waiting for a
/// server blocks. Writers of all nodes take turns: each transaction locks one row first, so that it finds everything
/// that was committed before it, numbers have no gaps, and it notices when a newer node has made a schema that excludes
/// this one. A lost connection is made again automatically; meanwhile every call fails at once, and the caller tries
/// again.
package final class PostgreSQLRepository: SQLRepository {
    private let writers: PostgreSQLPool
    private let readers: PostgreSQLPool
    private let queue: WriteQueue
    private let readDeadline: Duration
    private let logger: Logger
    private let tally = FailureTally()

    /// Connects, with at least one connection to write and one to read, and brings the schema up to date where the
    /// policy says so.
    ///
    /// - Parameters:
    ///   - settings: Where the database is.
    ///   - schema: The schema that this server knows; tests pass a later one.
    ///   - migrates: Whether a missing or older schema is made current; otherwise it is refused.
    ///   - admitsUnfinished: Whether a database is opened into which data is being migrated.
    ///   - readerCount: The number of connections that read.
    ///   - readDeadline: How long a statement of a read may take, shorter for tests.
    ///   - checksGroups: Whether each value that a group commit remembers is compared with the database's, for tests.
    ///   - logger: The logger for the operator.
    ///   - onDueWork: Called after a commit with the background work that its units created.
    /// - Throws: Why the database cannot be used.
    package init(
        _ settings: PostgreSQLSettings,
        schema: PostgreSQLSchema = .current,
        migrates: Bool = true,
        admitsUnfinished: Bool = false,
        readerCount: Int,
        readDeadline: Duration = ReadLimits.deadline,
        checksGroups: Bool = false,
        logger: Logger,
        onDueWork: @escaping @Sendable (DueWork) -> Void = { _ in }
    ) throws(PostgreSQLOpenError) {
        let version = try PostgreSQLOpening.prepare(
            settings,
            schema,
            migrates: migrates,
            admitsUnfinished: admitsUnfinished
        )
        self.logger = logger
        self.readDeadline = readDeadline
        do throws(PostgreSQLFailure) {
            self.writers = try PostgreSQLPool(settings, connections: 1, name: "purser-writer")
            self.readers = try PostgreSQLPool(settings, connections: max(1, readerCount), name: "purser-reader")
        } catch {
            throw .failed(error)
        }
        // A commit of unknown outcome fails, and the caller tries again; no failure of the server ends the process.
        let writers = self.writers
        self.queue = WriteQueue(
            logger: logger,
            tally: self.tally,
            onWork: { queue in Self.serve(queue, by: writers, schema.version, checksGroups) },
            onDueWork: onDueWork,
            onFatal: { _ in }
        )
        self.writers.start()
        self.readers.start()
        do throws(PostgreSQLFailure) {
            try self.writers.requireConnection()
            try self.readers.requireConnection()
        } catch {
            self.writers.abort()
            self.readers.abort()
            throw .failed(error)
        }
        logger.info("The database is open.", metadata: ["postgresql": "\(version)"])
    }

    /// The counts of the writer since opening.
    package var statistics: WriteStatistics { self.queue.statistics }

    /// The reads and writes that failed since opening, by reason.
    package var failureCounts: [RepositoryError: Int] { self.tally.counts }

    /// Finishes the work under way and closes; a second call has no effect.
    package func close() async {
        self.queue.close()
        await self.writers.close()
        await self.readers.close()
    }

    /// Runs work within the next transaction and returns once that is committed.
    package func write<Outcome: Sendable>(
        as name: StaticString,
        recording intake: Intake?,
        _ work: @escaping @Sendable (any UnitOfWork) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.queue.write(recording: intake, work)
    }

    /// Runs work that only reads, within one snapshot of the database.
    ///
    /// The server itself ends a statement that takes too long. What a read does between its statements is limited by
    /// the time for which the server lets a transaction idle.
    package func read<Outcome: Sendable>(
        as name: StaticString,
        _ work: @escaping @Sendable (any ReadView) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        do {
            return try await self.readers.run { [limit = self.readDeadline] connection in
                let session = try PostgreSQLSession.on(connection, statementLimit: limit).session
                try session.run(.transactions.beginReading)
                let outcome = try work(session)
                try session.run(.transactions.commit)
                return outcome
            }
        } catch {
            if !(error is RepositoryError) {
                self.logger.error("The database refused a read.", metadata: ["read": "\(name)", "error": "\(error)"])
            }
            let isTooSlow = (error as? PostgreSQLFailure)?.code == .canceled
            let failure: RepositoryError = isTooSlow ? .tooSlow : RepositoryError(postgreSQL: error)
            self.tally.note(failure)
            throw failure
        }
    }

    /// Lets the writer's connection commit the work that waits.
    private static func serve(
        _ queue: WriteQueue,
        by writers: PostgreSQLPool,
        _ schemaVersion: Int64,
        _ checksGroups: Bool
    ) {
        writers.submit { connection in
            let writer = try PostgreSQLSession.on(
                connection,
                schemaVersion: schemaVersion,
                checksGroups: checksGroups
            )
            queue.serve(writer.session, on: writer.statements)
            try writer.statements.requireServer()
        } then: { result in
            switch result {
            case .failure(let error): queue.refuseWaiting(RepositoryError(postgreSQL: error))
            // Work that arrived while the connection was given back.
            case .success: if queue.hasWork { Self.serve(queue, by: writers, schemaVersion, checksGroups) }
            }
        }
    }
}

extension PostgreSQLRepository {
    /// The version of the schema that this server makes and works with.
    package static var schemaVersion: Int64 { PostgreSQLSchema.current.version }

    /// The version of the schema, as four digits.
    package var schema: String {
        let digits = String(Self.schemaVersion)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Every statement that runs after opening, in PostgreSQL's dialect, by name.
    package static var statements: [(name: String, sql: String)] {
        SQLStatement.all.map { (name: $0.name, sql: $0.statement.postgreSQL) }
    }
}

extension RepositoryError {
    /// Creates the repository's error for an error of a connection.
    ///
    /// Where it is unknown whether a commit has happened, the caller is asked to try again; what was recorded is then
    /// recognized by its own ids.
    init(postgreSQL error: any Error) {
        if let error = error as? RepositoryError {
            self = error
            return
        }
        guard let failure = error as? PostgreSQLFailure else {
            self = .unavailable
            return
        }
        switch failure.code {
        case .diskFull: self = .full
        case .readOnly: self = .readOnly
        case .permission: self = .notWritable
        case .constraint, .missingObject, .misuse, .wrongEncoding: self = .corrupt
        default: self = .unavailable
        }
    }
}
