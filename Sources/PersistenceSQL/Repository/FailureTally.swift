package import Ledger
import Synchronization

/// Counts the reads and writes that a repository refused, by reason.
package final class FailureTally: Sendable {
    private let known = Mutex<[RepositoryError: Int]>([:])

    /// A tally in which nothing is counted.
    package init() {}

    /// How many there were since the repository was opened.
    package var counts: [RepositoryError: Int] { self.known.withLock { $0 } }

    /// Takes note of a failure.
    ///
    /// That the lease of a request was given to somebody else is no failure of the database, and does not count.
    package func note(_ error: RepositoryError) {
        guard error != .leaseLost else { return }
        self.known.withLock { $0[error, default: 0] += 1 }
    }
}
