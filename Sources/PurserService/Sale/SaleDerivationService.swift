package import Ledger
package import Logging
import ServiceLifecycle

/// Derives the sales of purchases that were recorded by a version of the server that kept none, while the server runs.
///
/// Each step is one transaction of some milliseconds, on PostgreSQL of some hundred round trips, so that what customers send
/// waits no longer than that, and comes in the pause after it. What is broken off goes on where it stopped.
package struct SaleDerivationService<C: Clock<Duration>>: Service {
    /// What remains to be done.
    package enum State: Sendable {
        /// The repository was not asked yet.
        case unknown
        /// Some purchases have no sales yet.
        case deriving
        /// All have.
        case done
    }

    /// How many original transaction ids are looked at in one step.
    private static var step: Int { 20 }
    /// How long others may write between two steps.
    package static var pause: Duration { .milliseconds(20) }
    /// How long to wait after a failure.
    private static var interval: Duration { .seconds(30) }

    private let repository: any Repository
    private let logger: Logger
    private let clock: C

    /// A service that derives in a repository.
    package init(repository: any Repository, logger: Logger, clock: C) {
        self.repository = repository
        self.logger = logger
        self.clock = clock
    }

    /// Derives until all is done, and waits for the server to stop.
    package func run() async throws {
        var state = State.unknown
        await Sweep(interval: Self.interval, clock: self.clock).run {
            state = await self.advance(state)
            guard case .deriving = state else { return false }
            try? await cancelWhenGracefulShutdown { try await self.clock.sleep(for: Self.pause) }
            return true
        }
    }

    /// Does the next step and returns what remains; after a failure the repository is asked anew.
    package func advance(_ state: State) async -> State {
        do throws(RepositoryError) {
            switch state {
            case .done: return .done
            case .unknown:
                if try await self.repository.hasAllSales() { return .done }
                self.logger.notice("The sales of earlier purchases are derived now; reconciliation waits for them.")
                return .deriving
            case .deriving:
                if try await self.repository.deriveSales(limit: Self.step) { return .deriving }
                self.logger.notice("The sales of all earlier purchases are derived.")
                return .done
            }
        } catch {
            self.logger.warning(
                "The sales of earlier purchases cannot be derived now; the server tries again.",
                metadata: ["code": "\(error.code)"]
            )
            return .unknown
        }
    }
}

/// Whether the sales of all purchases are kept, which sums need; where no server runs, those that are missing are derived.
package struct SaleDerivation: Sendable {
    /// How many original transaction ids are looked at in one step, where nothing else waits for the database.
    private static let step = 500

    private let repository: any Repository
    private let derives: Bool

    /// A derivation in a repository; with `derives` it does what the service of a server would do in the background.
    package init(repository: any Repository, derives: Bool = false) {
        self.repository = repository
        self.derives = derives
    }

    /// Returns whether all sales are kept, after it has derived those that are missing where that is its work.
    package func isComplete() async throws(RepositoryError) -> Bool {
        if self.derives { while try await self.repository.deriveSales(limit: Self.step) {} }
        return try await self.repository.hasAllSales()
    }
}
