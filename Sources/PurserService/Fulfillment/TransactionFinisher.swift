package import Ledger
package import Logging

/// Finishes the transactions of fulfilled consumables at Apple, if the catalog says so.
///
/// It tries once: if that fails, the app that submits the transaction later is told to finish it.
package struct TransactionFinisher: Sendable {
    private let service: AppStoreService
    private let apps: [AppName: ServedApp]
    private let logger: Logger

    /// Creates a finisher of transactions of these apps, which calls Apple through a service.
    package init(service: AppStoreService, apps: [ServedApp], logger: Logger) {
        self.service = service
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.logger = logger
    }

    /// Finishes the transaction of a fulfillment.
    package func finish(_ fulfillment: Fulfillment) async {
        guard fulfillment.goods.kind == .consumable, let app = self.apps[fulfillment.app],
            app.catalog.fulfillment?.finishes == true
        else { return }
        do throws(AppStoreServiceError) {
            _ = try await self.service.finish(fulfillment.transactionID, in: fulfillment.app)
        } catch {
            self.logger.notice(
                "A transaction could not be finished at Apple; the app finishes it instead.",
                metadata: ["fulfillment": "\(fulfillment.id)", "code": "\(error.code)"]
            )
        }
    }
}

/// A queue of the fulfillments that were booked into wallets, from the code that ingests purchases to the code that
/// finishes their transactions at Apple.
///
/// Ingesting a purchase does not wait for Apple. What the queue holds when the process ends is not finished by the
/// server; the app that submits the transaction later is told to finish it.
package struct BookedFulfillments: Sendable {
    /// The maximum length of the queue; beyond it the oldest entries are dropped.
    private static let capacity = 10_000

    /// The booked fulfillments, in the order in which they were booked.
    package let stream: AsyncStream<Fulfillment>
    private let continuation: AsyncStream<Fulfillment>.Continuation

    /// Creates an empty queue.
    package init() {
        (self.stream, self.continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.capacity))
    }

    /// Ends the stream after its remaining entries.
    package func end() { self.continuation.finish() }

    /// Adds a booked fulfillment.
    func note(_ fulfillment: Fulfillment) { self.continuation.yield(fulfillment) }
}
