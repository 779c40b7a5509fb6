package import Ledger
package import Logging
internal import Metrics
import ServiceLifecycle

/// Writes down when keys were used, forgets answers whose time is over, and removes tokens of customers whom nobody has
/// seen for long and of whom nothing is kept, until the server stops.
package struct AccessKeyWorker<Time: Clock<Duration>>: Service {
    /// How long it rests.
    private static var pause: Duration { .seconds(30) }
    /// How many answers are forgotten, or tokens looked at, in one step.
    private static var step: Int { 500 }

    private let keys: AccessKeyService
    private let repository: any Repository
    private let now: @Sendable () -> Instant
    private let logger: Logger
    private let clock: Time

    /// Looks after these; `now` is real time.
    package init(
        keys: AccessKeyService,
        repository: any Repository,
        now: @escaping @Sendable () -> Instant,
        logger: Logger,
        clock: Time
    ) {
        self.keys = keys
        self.repository = repository
        self.now = now
        self.logger = logger
        self.clock = clock
    }

    /// Works until the stop, and once more then.
    package func run() async throws {
        await PollingLoop(interval: Self.pause, clock: self.clock).run {
            await self.work()
            return false
        }
        await self.work()
    }

    private func removeUnusedTokens() async throws(RepositoryError) {
        let instant = self.now() - CustomerTokenRecord.keptFor
        var count = 0
        var isDone = false
        while !isDone {
            let step = try await self.repository.removeUnusedCustomerTokens(seenBefore: instant, limit: Self.step)
            count += step.removed
            isDone = step.isDone
        }
        guard count > 0 else { return }
        Counter(label: "purser_customer_tokens_removed_total").increment(by: Int64(count))
        self.logger.info(
            "Tokens of customers who were never heard of again were removed.",
            metadata: ["count": "\(count)"]
        )
    }

    private func work() async {
        do {
            try await self.keys.writeUses()
            while try await self.repository.forgetAnswers(at: self.now(), limit: Self.step) == Self.step {}
            try await self.removeUnusedTokens()
        } catch {
            self.logger.warning(
                "Who used which key could not be written down; it is tried again.",
                metadata: ["code": "\(error.code)"]
            )
        }
    }
}
