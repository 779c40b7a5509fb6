package import Ledger
import Synchronization

/// A repository on an SQL database.
///
/// Queries and statements are the same for every database; a database provides its connections, its schema and the
/// meaning of its errors. A unit of work is a `Session`.
package protocol SQLRepository: Repository {
    /// The counts of the writer since opening.
    var statistics: WriteStatistics { get }

    /// The reads and writes that failed since opening, by reason.
    var failureCounts: [RepositoryError: Int] { get }

    /// The version of the schema, as four digits.
    var schema: String { get }
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
