import Ledger
package import Logging
import ServiceLifecycle

/// The worker that sends the fulfillments of every app until the server stops; any node may run it.
package struct FulfillmentWorker<C: Clock<Duration>>: Service {
    /// The interval at which due fulfillments are read.
    package static var interval: Duration { .milliseconds(200) }
    /// The number of such intervals between two measurements of open fulfillments.
    private static var measuringStep: Int { 50 }

    private let senders: [FulfillmentSender]
    private let backfills: [WalletBackfill]
    private let logger: Logger
    private let clock: C

    /// Creates a worker of these senders; `backfills` credit coins that waited for a fulfiller before wallets were
    /// turned on.
    package init(senders: [FulfillmentSender], backfills: [WalletBackfill] = [], logger: Logger, clock: C) {
        self.senders = senders
        self.backfills = backfills
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops, and completes what has begun.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            for sender in self.senders {
                group.addTask {
                    var looks = 0
                    await PollingLoop(interval: Self.interval, clock: self.clock).run {
                        if looks % Self.measuringStep == 0 { await sender.measure() }
                        looks += 1
                        return await sender.work()
                    }
                }
            }
            for backfill in self.backfills {
                group.addTask {
                    await PollingLoop(interval: Self.interval * Self.measuringStep, clock: self.clock).run {
                        do throws(RepositoryError) {
                            try await backfill.book()
                        } catch {
                            self.logger.error("Coins cannot be booked now.", metadata: ["code": "\(error.code)"])
                        }
                        return false
                    }
                }
            }
        }
    }
}
