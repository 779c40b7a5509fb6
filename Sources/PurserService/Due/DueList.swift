package import Ledger
package import Logging
import ServiceLifecycle

/// Lets time pass over the books: tells what changes although nothing more is heard.
///
/// A period that ends, a grace period that runs out and a billing retry that is given up happen at an instant that is
/// known ahead. Each chain has its next one in an index, so that looking costs the same with ten million of them.
package struct DueList<C: Clock<Duration>>: Service {
    /// How often the index is asked: an event comes at most so much after its instant, and the time of writing it.
    package static var interval: Duration { .milliseconds(500) }
    /// The most chains looked at in one round; they share a few commits.
    package static var batch: Int { 500 }

    let repository: any Repository
    let ambient: Ambient
    let apps: [AppName: ServedApp]
    let catchUp: (@Sendable () async throws -> Void)?
    let logger: Logger
    let clock: C

    /// A due-list of these books; `catchUp` is awaited before each round where the time is somebody else's.
    package init(
        repository: any Repository,
        ambient: Ambient,
        apps: [ServedApp],
        catchUp: (@Sendable () async throws -> Void)? = nil,
        logger: Logger,
        clock: C
    ) {
        self.repository = repository
        self.ambient = ambient
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.catchUp = catchUp
        self.logger = logger
        self.clock = clock
    }

    /// Looks until the server stops.
    package func run() async throws {
        await Sweep(interval: Self.interval, clock: self.clock).run {
            // A simulated clock that does not answer stands still.
            try? await self.catchUp?()
            return await self.advanceDue()
        }
    }

    /// Looks at the chains that are due now, and says whether there may be more.
    package func advanceDue() async -> Bool {
        let now = self.ambient.now()
        do throws(RepositoryError) {
            let due = try await self.repository.dueChains(at: now, limit: Self.batch)
            let failure: RepositoryError? = await withTaskGroup(of: RepositoryError?.self) { group in
                for chain in due {
                    // An app that is no longer served keeps its books; its subscriptions are judged as any.
                    let access = self.apps[chain.app]?.catalogue.access ?? AccessPolicy()
                    group.addTask {
                        do throws(RepositoryError) {
                            try await self.repository.advance(chain, at: now, access: access)
                            return nil
                        } catch {
                            return error
                        }
                    }
                }
                return await group.reduce(nil) { $0 ?? $1 }
            }
            if let failure { throw failure }
            return due.count == Self.batch
        } catch {
            self.logger.error("What is due cannot be told now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }
}
