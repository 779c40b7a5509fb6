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

/// The limits of reads, which are the same for every database.
package enum ReadLimits {
    /// How long a read may take.
    ///
    /// Statements find their rows by indexes and lists are read page by page, so that a read takes milliseconds, and
    /// not more than a few seconds when a slow disk is read for the first time. A read that takes longer would only
    /// take a connection from others, and its caller has usually given up. The limit is shorter than the 20 seconds
    /// after which a silent PostgreSQL server counts as lost, so that the server ends the statement and the connection
    /// stays.
    package static let deadline = Duration.seconds(15)

    /// The maximum number of reads that may wait for a connection; further ones are refused, and the caller tries again
    /// later.
    ///
    /// A connection completes so many in about a second.
    package static let maximumWaitingCount = 16384
}
