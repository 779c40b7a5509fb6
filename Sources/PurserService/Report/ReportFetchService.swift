import ServiceLifecycle

/// Fetches Apple's reports on a schedule until the server stops.
package struct ReportFetchService<C: Clock<Duration>>: Service {
    /// How often it is asked whether a report is due.
    package static var interval: Duration { .seconds(5) }

    private let workers: [ReportFetchWorker]
    private let catchUp: (@Sendable () async throws -> Void)?
    private let clock: C

    /// A service of these workers; `catchUp` is awaited before each look where the time is a simulated store's.
    package init(
        workers: [ReportFetchWorker],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        clock: C
    ) {
        self.workers = workers
        self.catchUp = catchUp
        self.clock = clock
    }

    /// Fetches until the server stops.
    package func run() async throws {
        guard !self.workers.isEmpty else {
            // A service that returns ends the server.
            try? await gracefulShutdown()
            return
        }
        await withDiscardingTaskGroup { group in
            for worker in self.workers {
                group.addTask {
                    await Sweep(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
                        _ = await cancelWhenGracefulShutdown { await worker.round() }
                        // At the first start a year is fetched: round by round, so that others have their turn too.
                        return false
                    }
                }
            }
        }
    }
}
