internal import Ledger
package import Logging
internal import Metrics
import ServiceLifecycle

/// The worker that keeps orders up to date until the server stops: matches payments, lets orders expire, and asks Apple
/// about payments of which no notification came.
package struct OrderWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two rounds: an order is paid at most this long after its purchase was recorded.
    package static var interval: Duration { .milliseconds(500) }
    /// The maximum number of orders that expire in one round.
    package static var batch: Int { 200 }
    /// The maximum number of order checks in one round; all requests to Apple share one rate.
    package static var checks: Int { 5 }

    let matcher: OrderMatcher
    let checker: OrderChecker
    let apps: [ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let signals: WorkSignals?
    let logger: Logger
    let clock: C

    /// Creates a worker for the orders of these apps; `catchUp` is awaited before each round if the time is a simulated
    /// one.
    package init(
        matcher: OrderMatcher,
        checker: OrderChecker,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.matcher = matcher
        self.checker = checker
        self.apps = apps
        self.catchUp = catchUp
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        let loop = WorkLoop(
            kinds: [.orders],
            signals: self.signals,
            interval: Self.interval,
            clock: self.clock,
            now: self.matcher.ambient.now,
            catchUp: self.catchUp
        )
        await loop.run {
            // The shutdown does not wait for Apple: a check that is interrupted stays due.
            await cancelWhenGracefulShutdown { await self.round() }
        } nextDueAt: {
            try await self.matcher.repository.nextDueAt(of: .orders, apps: Set(self.apps.map(\.name)))
        }
    }

    /// Does one round of work; returns whether there may be more.
    package func round() async -> Bool {
        do throws(RepositoryError) {
            for app in self.apps { try await self.matcher.follow(app.name) }
            let expired = try await self.matcher.expire(limit: Self.batch) { order in
                self.logger.error(
                    "An order cannot be read; the server tries again later.",
                    metadata: ["order": "\(order)", "code": "\(RepositoryError.corrupt.code)"]
                )
            }
            for app in self.apps { try await self.checker.check(of: app, limit: Self.checks) }
            return expired == Self.batch
        } catch {
            self.logger.error("Orders cannot be updated now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }
}

/// The worker that removes unpaid orders, once they have closed, until the server stops.
package struct OrderRemovalWorker<C: Clock<Duration>>: Service {
    /// The pause when no closed order is left.
    private static var pause: Duration { .seconds(60) }
    /// The number of orders removed in one unit of work: so few that other writes do not wait.
    package static var step: Int { 200 }

    private let matcher: OrderMatcher
    private let catchUp: (@Sendable () async throws -> Void)?
    private let logger: Logger
    private let clock: C

    /// Creates a worker for all orders; `catchUp` is awaited before each round if the time is a simulated one.
    package init(
        matcher: OrderMatcher,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.matcher = matcher
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.pause, clock: self.clock, catchUp: self.catchUp).run {
            await self.round()
        }
    }

    /// Removes some orders; returns whether there may be more.
    package func round() async -> Bool {
        do throws(RepositoryError) {
            let removed = try await self.matcher.removeClosed(limit: Self.step)
            guard removed > 0 else { return false }
            Counter(label: "purser_orders_removed_total").increment(by: Int64(removed))
            self.logger.info("Unpaid orders were removed.", metadata: ["count": "\(removed)"])
            return removed == Self.step
        } catch {
            self.logger.warning(
                "Closed orders could not be removed; the server tries again.",
                metadata: ["code": "\(error.code)"]
            )
            return false
        }
    }
}
