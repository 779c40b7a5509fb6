package import Ledger
package import Logging

/// Tells Apple that a consumable is finished once it was fulfilled, where the catalog says so.
///
/// It is done once and not again: an app that submits the transaction later is told to finish it itself.
package struct TransactionFinisher: Sendable {
    private let service: AppStoreService
    private let apps: [AppName: ServedApp]
    private let logger: Logger

    /// Finishes transactions of these apps by way of a service.
    package init(service: AppStoreService, apps: [ServedApp], logger: Logger) {
        self.service = service
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.logger = logger
    }

    /// Finishes the transaction of what was fulfilled.
    package func finish(_ fulfillment: Fulfillment) async {
        guard fulfillment.goods.kind == .consumable, let app = self.apps[fulfillment.app],
            app.catalog.fulfillment?.finishes == true
        else { return }
        do throws(AppStoreServiceError) {
            _ = try await self.service.finish(fulfillment.transactionID, in: fulfillment.app)
        } catch {
            self.logger.notice(
                "Apple was not told that a transaction is finished; the app will finish it.",
                metadata: ["fulfillment": "\(fulfillment.id)", "code": "\(error.code)"]
            )
        }
    }
}

/// What was fulfilled by being booked into wallets, on its way from whoever took the purchase in to whoever tells
/// Apple.
///
/// Taking a purchase in does not wait for Apple. What lies here when the process ends is not told; the app that submits
/// the transaction later is told to finish it itself.
package struct BookedFulfillments: Sendable {
    /// The most that wait; beyond it the oldest are forgotten.
    private static let capacity = 10_000

    /// What was booked, in the order in which it was.
    package let stream: AsyncStream<Fulfillment>
    private let continuation: AsyncStream<Fulfillment>.Continuation

    /// Nothing booked yet.
    package init() {
        (self.stream, self.continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
    }

    /// Ends the stream after what it holds.
    package func end() { self.continuation.finish() }

    /// Takes note of what was booked.
    func note(_ fulfillment: Fulfillment) { self.continuation.yield(fulfillment) }
}
