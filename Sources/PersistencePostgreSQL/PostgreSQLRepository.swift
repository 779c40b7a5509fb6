package import Ledger
package import Logging
package import PersistenceSQL

/// The repository in a PostgreSQL database, which other nodes may use at the same time.
///
/// One connection writes, in group commits; a few others read, each on a thread of its own, because waiting for a
/// server blocks. Writers of all nodes take turns: each transaction locks one row first, so that it finds everything
/// that was committed before it and numbers go on without a gap, and finds out whether a newer node has made a schema
/// that this one must leave alone. A connection that is lost is made again by itself; meanwhile everything is refused
/// at once, and whoever was refused comes again.
package final class PostgreSQLRepository: SQLRepository {
    private let writers: PostgreSQLPool
    private let readers: PostgreSQLPool
    private let queue: WriteQueue
    private let logger: Logger
    private let tally = FailureTally()

    /// Connects, one to write and one to read at least, and brings the schema up to date where the policy says so.
    ///
    /// - Parameters:
    ///   - settings: Where the database is.
    ///   - schema: The tables that this server knows; another than its own only where tests look ahead.
    ///   - migrates: Whether a schema that is not there or of an older version is made; it is refused otherwise.
    ///   - admitsUnfinished: Whether a database is opened that data are being moved into.
    ///   - readerCount: How many connections read.
    ///   - checksBatches: Whether each answer that is given from memory is compared with the server's, which tests
    ///     want.
    ///   - logger: Where to tell what an operator should know.
    /// - Throws: Why the database cannot be used.
    package init(
        _ settings: PostgreSQLSettings,
        schema: PostgreSQLSchema = .current,
        migrates: Bool = true,
        admitsUnfinished: Bool = false,
        readerCount: Int,
        checksBatches: Bool = false,
        logger: Logger
    ) throws(PostgreSQLOpenError) {
        let version = try PostgreSQLOpening.prepare(
            settings,
            schema,
            migrates: migrates,
            admitsUnfinished: admitsUnfinished
        )
        self.logger = logger
        do throws(PostgreSQLFailure) {
            self.writers = try PostgreSQLPool(settings, connections: 1, name: "purser-writer")
            self.readers = try PostgreSQLPool(settings, connections: max(1, readerCount), name: "purser-reader")
        } catch {
            throw .failed(error)
        }
        // What is not known after a commit is refused, and comes again; no failure of the server ends the process.
        let writers = self.writers
        self.queue = WriteQueue(
            logger: logger,
            tally: self.tally,
            onWork: { queue in Self.serve(queue, by: writers, schema.version, checksBatches) },
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

    /// What the writer has done since opening.
    package var statistics: WriteStatistics { self.queue.statistics }

    /// The reads and writes that failed since opening, by reason.
    package var failureCounts: [RepositoryError: Int] { self.tally.counts }

    /// Finishes what was begun and closes; a second call changes nothing.
    package func close() async {
        self.queue.close()
        await self.writers.close()
        await self.readers.close()
    }

    /// Does work within the next transaction and returns once that is committed.
    package func write<Outcome: Sendable>(
        recording intake: Intake?,
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.queue.write(recording: intake, work)
    }

    /// Does work that only reads, within one snapshot of the database.
    package func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        do {
            return try await self.readers.run { connection in
                let session = try PostgreSQLSession.on(connection).session
                try session.run(.beginReading)
                let outcome = try work(session)
                try session.run(.commit)
                return outcome
            }
        } catch {
            if !(error is RepositoryError) {
                self.logger.error("The database refused a read.", metadata: ["error": "\(error)"])
            }
            let failure = RepositoryError(postgreSQL: error)
            self.tally.note(failure)
            throw failure
        }
    }

    /// Lets the writer's connection commit what waits.
    private static func serve(
        _ queue: WriteQueue,
        by writers: PostgreSQLPool,
        _ schemaVersion: Int64,
        _ checksBatches: Bool
    ) {
        writers.submit { connection in
            let writer = try PostgreSQLSession.on(
                connection,
                schemaVersion: schemaVersion,
                checksBatches: checksBatches
            )
            queue.serve(writer.session, on: writer.statements)
            try writer.statements.requireServer()
        } then: { result in
            switch result {
            case .failure(let error): queue.refuseWaiting(RepositoryError(postgreSQL: error))
            // What came while the connection was given back.
            case .success: if queue.hasWork { Self.serve(queue, by: writers, schemaVersion, checksBatches) }
            }
        }
    }
}

extension PostgreSQLRepository {
    /// The version of the schema that this server makes and works on.
    package static var schemaVersion: Int64 { PostgreSQLSchema.current.version }

    /// The same, as four digits.
    package var schema: String {
        let digits = String(Self.schemaVersion)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Every statement that runs after opening, in PostgreSQL's words, by name.
    package static var statements: [(name: String, sql: String)] {
        Query.allCases.map { (name: "\($0)", sql: $0.postgreSQL) }
    }
}

extension RepositoryError {
    /// What an error of a connection means.
    ///
    /// Where nobody knows whether a commit has happened, the sender is told to come again; what was recorded is known
    /// by its own ids then.
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
