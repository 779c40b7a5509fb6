package import Ledger
import ServiceLifecycle

/// Follows a simulated clock in the background, and wakes the workers whose work has become due by it.
///
/// A simulated clock stands still and jumps, so that workers cannot wait for its dates by a timer.
package struct LedgerClockWatch<C: Clock<Duration>>: Service {
    /// The interval between two looks at the clock: a worker notices a jump after at most this time.
    package static var interval: Duration { .milliseconds(100) }

    private let now: @Sendable () -> Instant
    private let catchUp: @Sendable () async throws -> Void
    private let signals: WorkSignals
    private let clock: C

    /// Creates a watch of the ledger's clock, which `catchUp` updates.
    package init(
        now: @escaping @Sendable () -> Instant,
        catchUp: @escaping @Sendable () async throws -> Void,
        signals: WorkSignals,
        clock: C
    ) {
        self.now = now
        self.catchUp = catchUp
        self.signals = signals
        self.clock = clock
    }

    /// Watches until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            self.signals.clockReached(self.now())
            return false
        }
    }
}
