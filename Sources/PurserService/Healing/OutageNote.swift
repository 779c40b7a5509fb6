package import Ledger
import Synchronization

/// A note that something from Apple could not be kept, so that its history is read once it can be again.
///
/// Several wait for it, each in its own time, so it holds when the last outage was.
package final class OutageNote: Sendable {
    private let state = Mutex<Instant?>(nil)

    /// A note of no outage.
    package init() {}

    /// When the newest was.
    package var newest: Instant? { self.state.withLock { $0 } }

    /// Notes an outage; one from before the newest changes nothing.
    package func note(at instant: Instant) { self.state.withLock { $0 = max($0 ?? instant, instant) } }

    /// Whether there was an outage since an instant.
    package func wasNoted(since instant: Instant) -> Bool {
        self.newest.map { $0 >= instant } ?? false
    }
}
