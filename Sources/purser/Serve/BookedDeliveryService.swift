import PurserService
import ServiceLifecycle

/// Tells Apple what was handed over by being booked into wallets, until the server stops.
struct BookedDeliveryService: Service {
    /// What was booked.
    let booked: BookedDeliveries
    /// Tells Apple.
    let finishing: DeliveryFinishing

    /// Tells until the stop.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await delivery in self.booked.stream { await self.finishing.finish(delivery) }
        }
    }
}
