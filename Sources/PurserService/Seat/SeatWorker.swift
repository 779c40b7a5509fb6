import AppStore
package import Ledger
package import Logging
import ServiceLifecycle

/// The worker that makes the calls to Apple that the requests about seats could not make, until the server stops.
package struct SeatWorker<C: Clock<Duration>>: Service {
    /// The time for which a look waits, because the request whose commit has woken the worker calls Apple itself; also
    /// the shortest time between two looks.
    package static var notice: Duration { .seconds(2) }
    /// The maximum number of seats whose calls are read in one look.
    private static var pageSize: Int { 100 }

    private let service: SeatService
    private let apps: [ServedApp]
    private let repository: any Repository
    private let workers: Ambient
    private let signals: WorkSignals?
    private let logger: Logger
    private let clock: C

    /// Creates a worker for the seats of these apps; `workers` has the time of workers.
    package init(
        service: SeatService,
        apps: [ServedApp],
        repository: any Repository,
        workers: Ambient,
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.service = service
        self.apps = apps.filter { app in app.askable.contains { Seat.hasCalls(in: $0) } }
        self.repository = repository
        self.workers = workers
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            // A worker that returns would stop the server.
            group.addTask { await PollingLoop(interval: .seconds(3600), clock: self.clock).run { false } }
            // A slow app does not delay the others.
            for app in self.apps { group.addTask { await self.run(app) } }
        }
    }

    private func run(_ app: ServedApp) async {
        let loop = WorkLoop(
            kinds: [.seats],
            signals: self.signals,
            interval: Self.notice,
            clock: self.clock,
            now: self.workers.now
        )
        await loop.run {
            if self.signals != nil {
                try? await cancelWhenGracefulShutdown { try await self.clock.sleep(for: Self.notice) }
                guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return false }
            }
            // The shutdown does not wait for Apple: a call that is interrupted stays due.
            await cancelWhenGracefulShutdown { await self.round(of: app) }
            return false
        } nextDueAt: {
            try await self.repository.nextDueAt(of: .seats, apps: [app.name])
        }
    }

    /// Makes the due calls of an app.
    package func round(of app: ServedApp) async {
        for environment in app.askable where Seat.hasCalls(in: environment) {
            do throws(RepositoryError) {
                let now = self.workers.now()
                let due = try await self.repository.read { view in
                    try view.dueSeatCalls(of: app.name, environment: environment, at: now, limit: Self.pageSize)
                }
                for calls in due {
                    guard !Task.isCancelled else { return }
                    try await self.make(calls, of: app, environment)
                }
            } catch {
                self.warn(app, code: error.code)
            }
        }
    }

    private func make(
        _ calls: DueSeatCalls,
        of app: ServedApp,
        _ environment: StoreEnvironment
    ) async throws(RepositoryError) {
        let code: String
        do throws(SeatError) {
            guard let failure = try await self.service.settle(calls, in: app, environment: environment) else { return }
            code = failure.code
        } catch {
            if case .storage(let failure) = error { throw failure }
            code = error.code
        }
        guard !Task.isCancelled else { return }
        self.warn(app, code: code, about: calls)
        let until = self.workers.now() + calls.delay
        try await self.repository.write { unit in
            try unit.postponeSeatCalls(
                of: calls.originalTransactionID,
                app: app.name,
                environment: environment,
                until: until
            )
        }
    }

    private func warn(_ app: ServedApp, code: String, about calls: DueSeatCalls? = nil) {
        var metadata: Logger.Metadata = ["app": "\(app.name)", "code": "\(code)"]
        if let calls { metadata["originalTransaction"] = "\(calls.originalTransactionID)" }
        self.logger.warning("Apple cannot be called about seats now; the server tries again.", metadata: metadata)
    }
}
