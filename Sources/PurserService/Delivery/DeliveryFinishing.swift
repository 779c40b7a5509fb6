package import Ledger
package import Logging

/// Tells Apple that a consumable is finished once it was handed over, where the catalogue says so.
///
/// It is done once and not again: an app that submits the transaction later is told to finish it itself.
package struct DeliveryFinishing: Sendable {
    private let desk: StoreDesk
    private let apps: [AppName: ServedApp]
    private let logger: Logger

    /// Finishes transactions of these apps by way of a desk.
    package init(desk: StoreDesk, apps: [ServedApp], logger: Logger) {
        self.desk = desk
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.logger = logger
    }

    /// Finishes the transaction of what was handed over.
    package func finish(_ delivery: Delivery) async {
        guard delivery.goods.kind == .consumable, let app = self.apps[delivery.app],
            app.catalogue.deliveries?.finishes == true
        else { return }
        do throws(StoreDeskError) {
            _ = try await self.desk.finish(delivery.transactionID, in: delivery.app)
        } catch {
            self.logger.notice(
                "Apple was not told that a transaction is finished; the app will finish it.",
                metadata: ["delivery": "\(delivery.id)", "code": "\(error.code)"]
            )
        }
    }
}

/// What was handed over by being booked into wallets, on its way from whoever took the purchase in to whoever tells Apple.
///
/// Taking a purchase in does not wait for Apple. What lies here when the process ends is not told; the app that submits the
/// transaction later is told to finish it itself.
package struct BookedDeliveries: Sendable {
    /// The most that wait; beyond it the oldest are forgotten.
    private static let capacity = 10_000

    /// What was booked, in the order in which it was.
    package let stream: AsyncStream<Delivery>
    private let continuation: AsyncStream<Delivery>.Continuation

    /// Nothing booked yet.
    package init() {
        (self.stream, self.continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
    }

    /// Ends the stream after what it holds.
    package func end() { self.continuation.finish() }

    /// Takes note of what was booked.
    func note(_ delivery: Delivery) { self.continuation.yield(delivery) }
}
