package import Ledger
package import Logging
internal import Metrics
import ServiceLifecycle

/// The worker that, until the server stops, writes the last uses of keys, deletes expired idempotent responses, and
/// removes the tokens of customers who have been inactive for long and of whom the ledger stores nothing.
package struct AccessKeyWorker<Time: Clock<Duration>>: Service {
    /// The pause between two passes.
    private static var pause: Duration { .seconds(30) }
    /// The maximum number of responses deleted, or tokens checked, in one step.
    private static var step: Int { 500 }

    private let keys: AccessKeyService
    private let repository: any Repository
    private let now: @Sendable () -> Instant
    private let logger: Logger
    private let clock: Time

    /// Creates a worker; `now` is real time.
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

    /// Works until the server stops, and once more during the shutdown.
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
            let step = try await self.repository.write { unit in
                try unit.removeUnusedCustomerTokens(seenBefore: instant, limit: Self.step)
            }
            count += step.removed
            isDone = step.isDone
        }
        guard count > 0 else { return }
        Counter(label: "purser_customer_tokens_removed_total").increment(by: Int64(count))
        self.logger.info(
            "Tokens of customers without any activity were removed.",
            metadata: ["count": "\(count)"]
        )
    }

    private func work() async {
        do {
            try await self.keys.writeUses()
            while try await self.repository.write({ unit in try unit.forgetAnswers(at: self.now(), limit: Self.step) })
                == Self.step
            {}
            try await self.removeUnusedTokens()
        } catch {
            self.logger.warning(
                "The last uses of keys could not be written; the server tries again.",
                metadata: ["code": "\(error.code)"]
            )
        }
    }
}
