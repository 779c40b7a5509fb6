package import Ledger
package import Logging
import ServiceLifecycle

/// The worker that asks Apple about chains whose state the ledger cannot derive completely.
///
/// An index contains the due date of each chain's next check.
package struct ChainCheckWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two looks at the index.
    package static var interval: Duration { .seconds(1) }
    /// The maximum number of checks in one round.
    package static var batch: Int { 64 }

    let repository: any Repository
    let checker: ChainChecker
    let ambient: Ambient
    let apps: [AppName: ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let signals: WorkSignals?
    let logger: Logger
    let clock: C

    /// Creates a worker of this ledger; `catchUp` is awaited before each round if the time is a simulated one.
    package init(
        repository: any Repository,
        checker: ChainChecker,
        ambient: Ambient,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.repository = repository
        self.checker = checker
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.catchUp = catchUp
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        let loop = WorkLoop(
            kinds: [.chainChecks],
            signals: self.signals,
            interval: Self.interval,
            clock: self.clock,
            now: self.ambient.now,
            catchUp: self.catchUp
        )
        await loop.run {
            // The shutdown does not wait for Apple: a check that is interrupted stays due.
            await cancelWhenGracefulShutdown { await self.checkDue() }
        } nextDueAt: {
            try await self.repository.nextDueAt(of: .chainChecks)
        }
    }

    /// Asks Apple about the chains whose checks are due; returns whether more may be due.
    package func checkDue() async -> Bool {
        do throws(RepositoryError) {
            let checks = try await self.repository.read { view in
                try view.dueChainChecks(at: self.ambient.now(), limit: Self.batch)
            }
            let failure: RepositoryError? = await withTaskGroup(of: RepositoryError?.self) { group in
                for check in checks { group.addTask { await self.check(check) } }
                return await group.reduce(nil) { $0 ?? $1 }
            }
            if let failure { throw failure }
            return checks.count == Self.batch
        } catch {
            self.logger.error("Due checks of chains cannot be made now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    private func check(_ check: ChainCheck) async -> RepositoryError? {
        do throws(RepositoryError) {
            if let app = self.apps[check.app] {
                try await self.checker.check(check, of: app)
            } else {
                // An app that is no longer served keeps its ledger unchanged.
                try await self.repository.write { unit in try unit.putOff(check, until: self.ambient.now() + .days(1)) }
            }
            return nil
        } catch {
            return error
        }
    }
}
