internal import Ledger
package import Logging
internal import Metrics
import ServiceLifecycle

/// Keeps orders up to date until the server stops: what pays for them, when they expire, and whether Apple knows of a
/// payment that nobody told of.
package struct OrderWorker<C: Clock<Duration>>: Service {
    /// How often is looked: an order is paid at most so much after its purchase was recorded.
    package static var interval: Duration { .milliseconds(500) }
    /// The most orders that expire in one round.
    package static var batch: Int { 200 }
    /// The most orders that Apple is asked about in one round; all share its rate with everything else.
    package static var checks: Int { 5 }

    let matcher: OrderMatcher
    let checker: OrderChecker
    let apps: [ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C

    /// A service for the orders of these apps; `catchUp` is awaited before each round where the time is somebody
    /// else's.
    package init(
        matcher: OrderMatcher,
        checker: OrderChecker,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.matcher = matcher
        self.checker = checker
        self.apps = apps
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Looks until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            // Nobody waits for Apple when the server stops: what it is asked for stays as it was and is asked for
            // again.
            await cancelWhenGracefulShutdown { await self.round() }
        }
    }

    /// Does what there is to do now, and says whether there may be more.
    package func round() async -> Bool {
        do throws(RepositoryError) {
            for app in self.apps { try await self.matcher.follow(app.name) }
            let expired = try await self.matcher.expire(limit: Self.batch) { order in
                self.logger.error(
                    "An order cannot be read; it is looked at again later.",
                    metadata: ["order": "\(order)", "code": "\(RepositoryError.corrupt.code)"]
                )
            }
            for app in self.apps { try await self.checker.check(of: app, limit: Self.checks) }
            return expired == Self.batch
        } catch {
            self.logger.error("Orders cannot be brought up to date now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }
}

/// Removes orders that nobody paid for, once they have closed, until the server stops.
package struct OrderRemovalWorker<C: Clock<Duration>>: Service {
    /// How long it rests when no closed order is left; nobody waits for a removal.
    private static var pause: Duration { .seconds(60) }
    /// How many orders are removed in one unit of work: so few that nothing else waits for them.
    package static var step: Int { 200 }

    private let matcher: OrderMatcher
    private let catchUp: (@Sendable () async throws -> Void)?
    private let logger: Logger
    private let clock: C

    /// A service for all orders; `catchUp` is awaited before each round where the time is somebody else's.
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

    /// Removes some orders, and says whether there may be more.
    package func round() async -> Bool {
        do throws(RepositoryError) {
            let removed = try await self.matcher.removeClosed(limit: Self.step)
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
