package import Ledger
import Synchronization

/// A repository on an SQL database.
///
/// Queries and statements are the same for every database; a database provides its connections, its schema and the
/// meaning of its errors. Each method of `Repository` is one call of `read` or `write` with work for a session.
package protocol SQLRepository: Repository {
    /// The counts of the writer since opening.
    var statistics: WriteStatistics { get }

    /// The reads and writes that failed since opening, by reason.
    var failureCounts: [RepositoryError: Int] { get }

    /// The version of the schema, as four digits.
    var schema: String { get }

    /// Runs work within the next transaction and returns once that is committed.
    ///
    /// The work may run a second time, after its first run was rolled back. Where the work records an intake, the
    /// queries that it will make can be prefetched.
    func write<Outcome: Sendable>(
        recording intake: Intake?,
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome

    /// Runs work that only reads, within one snapshot of the database.
    func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome
}

extension SQLRepository {
    /// Runs work within the next transaction and returns once that is committed.
    package func write<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.write(recording: nil, work)
    }
}

/// The counts of the writer since the repository was opened.
package struct WriteStatistics: Hashable, Sendable {
    /// The number of committed transactions.
    package var commits = 0
    /// The number of units committed in them.
    package var units = 0
    /// The number of units that wait for the next transaction.
    package var waiting = 0
    /// The number of units in the transaction that is being written.
    package var inHand = 0

    /// Creates counts of zero.
    package init() {}
}

/// Counts the reads and writes that a repository refused, by reason.
package final class FailureTally: Sendable {
    private let known = Mutex<[RepositoryError: Int]>([:])

    /// Creates a tally without counts.
    package init() {}

    /// The number of failures since the repository was opened, by reason.
    package var counts: [RepositoryError: Int] { self.known.withLock { $0 } }

    /// Counts a failure.
    ///
    /// A lost lease of a repeated request is not a failure of the database, and does not count.
    package func note(_ error: RepositoryError) {
        guard error != .leaseLost else { return }
        self.known.withLock { $0[error, default: 0] += 1 }
    }
}
