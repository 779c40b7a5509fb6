package import Ledger
import Synchronization

/// A repository on a database that speaks SQL.
///
/// What is asked and written is the same on each, and so are the statements; a database brings its connections, its
/// schema and what its errors mean. Each method of `Repository` is one call of `read` or `write` with work for a
/// session.
package protocol SQLRepository: Repository {
    /// What the writer has done since opening.
    var statistics: WriteStatistics { get }

    /// The reads and writes that failed since opening, by reason.
    var failureCounts: [RepositoryError: Int] { get }

    /// The version of the schema that is worked on, as four digits.
    var schema: String { get }

    /// Does work within the next transaction and returns once that is committed.
    ///
    /// The work may run a second time, after what it did the first time was rolled back. Of work that records an intake
    /// it can be prefetched what it will ask.
    func write<Outcome: Sendable>(
        recording intake: Intake?,
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome

    /// Does work that only reads, within one snapshot of the database.
    func read<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome
}

extension SQLRepository {
    /// Does work within the next transaction and returns once that is committed.
    package func write<Outcome: Sendable>(
        _ work: @escaping @Sendable (Session) throws -> Outcome
    ) async throws(RepositoryError) -> Outcome {
        try await self.write(recording: nil, work)
    }
}

/// What the writer has done since the repository was opened.
package struct WriteStatistics: Hashable, Sendable {
    /// Transactions committed.
    package var commits = 0
    /// Units that were committed in them.
    package var units = 0
    /// Units that wait for the next transaction now.
    package var waiting = 0
    /// Units in the transaction that is being written now.
    package var inHand = 0

    /// Nothing done yet.
    package init() {}
}

/// Counts the reads and writes that a repository refused, by reason.
package final class FailureTally: Sendable {
    private let known = Mutex<[RepositoryError: Int]>([:])

    /// A tally in which nothing is counted.
    package init() {}

    /// How many there were since the repository was opened.
    package var counts: [RepositoryError: Int] { self.known.withLock { $0 } }

    /// Records a failure.
    ///
    /// That the lease of a request was given to somebody else is no failure of the database, and does not count.
    package func note(_ error: RepositoryError) {
        guard error != .leaseLost else { return }
        self.known.withLock { $0[error, default: 0] += 1 }
    }
}
