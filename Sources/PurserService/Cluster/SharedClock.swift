package import Ledger
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Real time as the database has it, which is the same for all nodes that share it.
///
/// Leases go by it: of two nodes whose own clocks differ, one would take what the other still has. It is this node's
/// own time, moved by what the two differed when they were compared last.
package final class SharedClock<C: Clock<Duration>>: Service {
    /// How often the two are compared.
    private static var interval: Duration { .seconds(10) }
    /// An answer that took longer says too little.
    private static var patience: Span { Span(milliseconds: 500) }
    /// From which difference on somebody should look after the node's clock.
    private static var tolerance: Span { .seconds(2) }

    private let own: Ambient
    private let ask: @Sendable () async throws -> Instant
    private let logger: Logger
    private let clock: C
    private let offset = Atomic<Int64>(0)

    /// A clock that asks the database for its time.
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

    /// The database's time, and this node's chance.
    package var ambient: Ambient {
        Ambient(
            now: { self.own.now() + Span(milliseconds: self.offset.load(ordering: .relaxed)) },
            randomBytes: self.own.randomBytes
        )
    }

    /// Compares until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            await self.compare()
            return false
        }
    }

    /// Compares the two once; where the database does not answer at once, the difference stays what it was.
    package func compare() async {
        let before = self.own.now()
        guard let there = try? await self.ask() else { return }
        let after = self.own.now()
        guard after - before <= Self.patience else { return }
        let difference = there.milliseconds - (before.milliseconds + after.milliseconds) / 2
        self.offset.store(difference, ordering: .relaxed)
        Gauge(label: "purser_clock_offset_seconds").record(Double(difference) / 1000)
        // Of several nodes the greatest counts, on whichever side it is.
        Gauge(label: "purser_clock_difference_seconds").record(abs(Double(difference)) / 1000)
        guard abs(difference) > Self.tolerance.milliseconds else { return }
        self.logger.warning(
            "The clocks of this node and of the database differ; let both follow NTP.",
            metadata: ["milliseconds": "\(difference)"]
        )
    }
}
