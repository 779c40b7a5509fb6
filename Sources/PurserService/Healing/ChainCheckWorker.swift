package import Ledger
package import Logging
import ServiceLifecycle

/// Asks Apple what the ledger leaves open: each chain has the instant of its next question in an index, as it has that
/// of its next change.
package struct ChainCheckWorker<C: Clock<Duration>>: Service {
    /// How often the index is asked.
    package static var interval: Duration { .seconds(1) }
    /// The most checks of one round.
    package static var batch: Int { 64 }

    let repository: any Repository
    let checker: ChainChecker
    let ambient: Ambient
    let apps: [AppName: ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C

    /// The checks of this ledger; `catchUp` is awaited before each round where the time is somebody else's.
    package init(
        repository: any Repository,
        checker: ChainChecker,
        ambient: Ambient,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.repository = repository
        self.checker = checker
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Asks until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock, catchUp: self.catchUp).run {
            // Nobody waits for Apple when the server stops: what it is asked for stays as it was and is asked for
            // again.
            await cancelWhenGracefulShutdown { await self.checkDue() }
        }
    }

    /// Asks what is due now, and says whether there may be more.
    package func checkDue() async -> Bool {
        do throws(RepositoryError) {
            let checks = try await self.repository.dueChainChecks(at: self.ambient.now(), limit: Self.batch)
            let failure: RepositoryError? = await withTaskGroup(of: RepositoryError?.self) { group in
                for check in checks { group.addTask { await self.check(check) } }
                return await group.reduce(nil) { $0 ?? $1 }
            }
            if let failure { throw failure }
            return checks.count == Self.batch
        } catch {
            self.logger.error("What is open cannot be asked now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    private func check(_ check: ChainCheck) async -> RepositoryError? {
        do throws(RepositoryError) {
            if let app = self.apps[check.app] {
                try await self.checker.check(check, of: app)
            } else {
                // An app that is no longer served keeps its ledger as it is.
                try await self.repository.putOff(check, until: self.ambient.now() + .days(1))
            }
            return nil
        } catch {
            return error
        }
    }
}
