import GRDB
import Ledger
import Logging
import PersistenceSQL

/// A connection that reads, with all that it keeps from one read to the next: its prepared statements and the interned
/// values that it has looked up.
///
/// It belongs to one thread.
final class Reader {
    /// The maximum number of interned values of each kind that a reader keeps.
    ///
    /// Each reader has a cache of its own, which needs no lock. A value that is missing costs one lookup by its key.
    private static let maximumInternedCount = 4096

    /// Whether the connection should be replaced.
    private(set) var isBroken = false

    /// The pool whose thread it belongs to.
    let pool: ObjectIdentifier
    private let connection: SQLiteConnection
    private let session: Session
    private let watch: ReadWatch
    private let logger: Logger

    /// Creates a reader on one of GRDB's connections; `finish` must be called before the connection is used otherwise.
    init(_ database: Database, of pool: ObjectIdentifier, deadline: Duration, logger: Logger) {
        self.pool = pool
        self.connection = SQLiteConnection(database)
        self.session = Session(
            self.connection,
            interningCache: InterningCache(maximumCount: Self.maximumInternedCount)
        )
        self.watch = ReadWatch(limit: deadline)
        self.logger = logger
        self.watch.attach(to: database)
    }

    /// Ends the use of the connection.
    func finish() {
        self.watch.detach(from: self.connection.database)
    }

    /// Runs the work of a read within one snapshot of the database, whose transaction is ended in any case.
    func read<Outcome>(
        for job: any ReadJob,
        _ work: (any ReadView) throws -> Outcome
    ) -> Result<Outcome, RepositoryError> {
        self.watch.begin(job)
        do {
            try self.session.run(.transactions.beginReading)
            let outcome = try work(self.session)
            self.watch.end()
            try self.session.run(.transactions.commit)
            // The work may have caught the error of the statement that was ended.
            if let verdict = self.watch.verdict { return .failure(self.failure(of: job, verdict)) }
            return .success(outcome)
        } catch {
            self.watch.end()
            let failure = self.watch.verdict.map { self.failure(of: job, $0) } ?? self.failure(of: job, error)
            self.endTransaction()
            return .failure(failure)
        }
    }

    /// Ends the transaction, unless SQLite has rolled it back after the error.
    private func endTransaction() {
        guard self.connection.isInsideTransaction else { return }
        do {
            try self.session.run(.transactions.rollback)
        } catch {
            self.isBroken = true
        }
    }

    /// Returns the error of a read that was ended.
    private func failure(of job: any ReadJob, _ verdict: ReadWatch.Verdict) -> RepositoryError {
        switch verdict {
        case .canceled: return .unavailable
        case .tooSlow:
            self.logger.error("A read took too long and was ended.", metadata: ["read": "\(job.name)"])
            return .tooSlow
        }
    }

    /// Returns the repository's error for an error of a read, and notes whether the connection is broken.
    private func failure(of job: any ReadJob, _ error: any Error) -> RepositoryError {
        if let error = error as? RepositoryError { return error }
        self.logger.error(
            "The database refused a read.",
            metadata: ["read": "\(job.name)", "error": "\(SQLiteFault(error))"]
        )
        if let error = error as? DatabaseError {
            switch error.resultCode {
            // What the connection keeps in memory may be damaged too.
            case .SQLITE_IOERR, .SQLITE_CORRUPT, .SQLITE_NOTADB: self.isBroken = true
            default: break
            }
        }
        return RepositoryError(reading: error)
    }
}
