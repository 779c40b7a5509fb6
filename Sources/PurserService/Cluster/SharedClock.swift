package import Ledger
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// The database's time, which is the same for all nodes that share it.
///
/// Leases depend on it: if the nodes used their own clocks, one node could acquire a lease that another still holds.
/// The time is this node's own time plus the difference that the last comparison found.
package final class SharedClock<C: Clock<Duration>>: Service {
    /// The interval between two comparisons.
    private static var interval: Duration { .seconds(10) }
    /// The maximum round-trip time of a comparison; a slower answer is too inexact.
    private static var patience: Span { Span(milliseconds: 500) }
    /// The difference from which on the server warns about the node's clock.
    private static var tolerance: Span { .seconds(2) }

    private let own: Ambient
    private let ask: @Sendable () async throws -> Instant
    private let logger: Logger
    private let clock: C
    private let offset = Atomic<Int64>(0)

    /// Creates a clock that reads the database's time.
    package init(
        own: Ambient,
        logger: Logger,
        clock: C,
        ask: @escaping @Sendable () async throws -> Instant
    ) {
        self.own = own
        self.ask = ask
        self.logger = logger
        self.clock = clock
    }

    /// The database's time, and this node's randomness.
    package var ambient: Ambient {
        Ambient(
            now: { self.own.now() + Span(milliseconds: self.offset.load(ordering: .relaxed)) },
            randomBytes: self.own.randomBytes
        )
    }

    /// Compares the clocks until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            await self.compare()
            return false
        }
    }

    /// Compares the clocks once; if the database does not answer quickly, the difference stays unchanged.
    package func compare() async {
        let before = self.own.now()
        guard let there = try? await self.ask() else { return }
        let after = self.own.now()
        guard after - before <= Self.patience else { return }
        let difference = there.milliseconds - (before.milliseconds + after.milliseconds) / 2
        self.offset.store(difference, ordering: .relaxed)
        Gauge(label: "purser_clock_offset_seconds").record(Double(difference) / 1000)
        // The gauge shows the absolute difference, so that the greatest of several nodes counts.
        Gauge(label: "purser_clock_difference_seconds").record(abs(Double(difference)) / 1000)
        guard abs(difference) > Self.tolerance.milliseconds else { return }
        self.logger.warning(
            "The clocks of this node and of the database differ; synchronize both with NTP.",
            metadata: ["milliseconds": "\(difference)"]
        )
    }
}
