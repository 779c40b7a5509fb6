import Ledger
package import Logging
import ServiceLifecycle

/// Has every app's fulfiller fulfill what was paid for, until the server stops; any node may.
package struct FulfillmentWorker<C: Clock<Duration>>: Service {
    /// How often it is looked whether anything is due.
    package static var interval: Duration { .milliseconds(200) }
    /// How many looks lie between two measurements of what is open.
    private static var measuringStep: Int { 50 }

    private let senders: [FulfillmentSender]
    private let backfills: [WalletBackfill]
    private let logger: Logger
    private let clock: C

    /// A worker of these senders; `backfills` see to coins that waited for a fulfiller and are to lie in wallets.
    package init(senders: [FulfillmentSender], backfills: [WalletBackfill] = [], logger: Logger, clock: C) {
        self.senders = senders
        self.backfills = backfills
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops; what is under way is finished.
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
