internal import Ledger
package import Logging
internal import Metrics
import ServiceLifecycle

/// Removes orders that nobody paid for, once they have closed, until the server stops.
package struct OrderRemovalService<C: Clock<Duration>>: Service {
    /// How long it rests when no closed order is left; nobody waits for a removal.
    private static var pause: Duration { .seconds(60) }
    /// How many orders are removed in one unit of work: so few that nothing else waits for them.
    package static var step: Int { 200 }

    private let keeping: OrderKeeping
    private let catchUp: (@Sendable () async throws -> Void)?
    private let logger: Logger
    private let clock: C

    /// A service for all orders; `catchUp` is awaited before each round where the time is somebody else's.
    package init(
        keeping: OrderKeeping,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.keeping = keeping
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await Sweep(interval: Self.pause, clock: self.clock, catchUp: self.catchUp).run {
            await self.round()
        }
    }

    /// Removes some orders, and says whether there may be more.
    package func round() async -> Bool {
        do throws(RepositoryError) {
            let removed = try await self.keeping.removeClosed(limit: Self.step)
            guard removed > 0 else { return false }
            Counter(label: "purser_orders_removed_total").increment(by: Int64(removed))
            self.logger.info("Orders that nobody paid for were removed.", metadata: ["count": "\(removed)"])
            return removed == Self.step
        } catch {
            self.logger.warning(
                "Closed orders could not be removed; it is tried again.",
                metadata: ["code": "\(error.code)"]
            )
            return false
        }
    }
}
