package import Ledger
import Synchronization

/// An instant that a test turns, and that several see.
package final class SharedInstant: Sendable {
    private let instant: Mutex<Instant>

    /// One that begins here.
    package init(_ instant: Instant) {
        self.instant = Mutex(instant)
    }

    /// The instant now.
    package var now: Instant { self.instant.withLock { $0 } }

    /// Turns it on.
    package func advance(by span: Span) {
        self.instant.withLock { $0 = $0 + span }
    }
}
