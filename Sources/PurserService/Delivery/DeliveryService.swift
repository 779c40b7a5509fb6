import Ledger
package import Logging
import ServiceLifecycle

/// Has every app's fulfiller hand over what was paid for, until the server stops; any node may.
package struct DeliveryService<C: Clock<Duration>>: Service {
    /// How often it is looked whether anything is due.
    package static var interval: Duration { .milliseconds(200) }
    /// How many looks lie between two measurements of what is open.
    private static var measuringStep: Int { 50 }

    private let workers: [DeliveryWorker]
    private let bookings: [CoinBooking]
    private let logger: Logger
    private let clock: C

    /// A service of these workers; `bookings` see to coins that waited for a fulfiller and are to lie in wallets.
    package init(workers: [DeliveryWorker], bookings: [CoinBooking] = [], logger: Logger, clock: C) {
        self.workers = workers
        self.bookings = bookings
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops; what is under way is finished.
    package func run() async throws {
        await withDiscardingTaskGroup { group in
            for worker in self.workers {
                group.addTask {
                    var looks = 0
                    await Sweep(interval: Self.interval, clock: self.clock).run {
                        if looks % Self.measuringStep == 0 { await worker.measure() }
                        looks += 1
                        return await worker.work()
                    }
                }
            }
            for booking in self.bookings {
                group.addTask {
                    await Sweep(interval: Self.interval * Self.measuringStep, clock: self.clock).run {
                        do throws(RepositoryError) {
                            try await booking.book()
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
