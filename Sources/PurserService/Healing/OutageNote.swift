package import Ledger
import Synchronization

/// A note that something from Apple could not be kept, so that its history is read once it can be again.
///
/// Several wait for it, each in its own time, so it holds when the last outage was.
package final class OutageNote: Sendable {
    private let newest = Mutex<Instant?>(nil)

    /// A note of no outage.
    package init() {}

    /// Notes an outage.
    package func note(at now: Instant) { self.newest.withLock { $0 = now } }

    /// Whether there was an outage since an instant.
    package func wasNoted(since instant: Instant) -> Bool {
        self.newest.withLock { newest in newest.map { $0 >= instant } ?? false }
    }
}
