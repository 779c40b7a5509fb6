import Ledger
package import Logging
import ServiceLifecycle

/// The worker that sends the fulfillments of every app until the server stops; any node may run it.
package struct FulfillmentWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two looks for due fulfillments.
    package static var interval: Duration { .milliseconds(200) }
    /// The interval between two measurements of open fulfillments.
    private static var measuringInterval: Duration { .seconds(30) }
    /// The interval between two looks for coins that waited for a fulfiller.
    private static var backfillInterval: Duration { .seconds(10) }

    private let senders: [FulfillmentSender]
    private let backfills: [WalletBackfill]
    private let signals: WorkSignals?
    private let logger: Logger
    private let clock: C

    /// Creates a worker of these senders; `backfills` credit coins that waited for a fulfiller before wallets were
    /// turned on.
    package init(
        senders: [FulfillmentSender],
        backfills: [WalletBackfill] = [],
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.senders = senders
        self.backfills = backfills
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops, and completes what has begun.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            for sender in self.senders {
                group.addTask {
                    let loop = WorkLoop(
                        // A fulfiller that is set or resumed takes what has waited for it.
                        kinds: [.fulfillments, .endpoints],
                        signals: self.signals,
                        interval: Self.interval,
                        clock: self.clock,
                        now: sender.workers.now
                    )
                    await loop.run {
                        await sender.work()
                    } nextDueAt: {
                        try await sender.repository.nextDueAt(of: .fulfillments, apps: [sender.app])
                    }
                }
                group.addTask {
                    await PollingLoop(interval: Self.measuringInterval, clock: self.clock).run {
                        await sender.measure()
                        return false
                    }
                }
            }
            for backfill in self.backfills {
                group.addTask {
                    await PollingLoop(interval: Self.backfillInterval, clock: self.clock).run {
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
