import Ledger
package import Logging
import ServiceLifecycle

/// Gives Apple the orders of extensions that it has not taken yet, and asks how far the others are, until they are over.
package struct RenewalExtensionService<C: Clock<Duration>>: Service {
    /// How often Apple is asked: it works on an order for hours.
    package static var interval: Duration { .seconds(300) }

    private let desk: StoreDesk
    private let logger: Logger
    private let clock: C

    /// A service of this desk's orders.
    package init(desk: StoreDesk, logger: Logger, clock: C) {
        self.desk = desk
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await Sweep(interval: Self.interval, clock: self.clock).run {
            // Nobody waits for Apple when the server stops: what it is asked for stays as it was and is asked for again.
            await cancelWhenGracefulShutdown { await self.advance() }
            return false
        }
    }

    /// Looks at every order once.
    package func advance() async {
        for app in self.desk.askable {
            for environment in app.askable {
                do throws(StoreDeskError) {
                    let orders = try await self.desk.extensions(of: app.name, environment: environment)
                    for order in orders where order.completion == nil {
                        let now = try await self.desk.advance(order)
                        guard let completion = now.completion else { continue }
                        self.logger.notice(
                            "An extension of all renewal dates is complete.",
                            metadata: [
                                "app": "\(app.name)", "product": "\(order.productID)",
                                "succeeded": "\(completion.succeeded)", "failed": "\(completion.failed)",
                            ]
                        )
                    }
                } catch {
                    guard !Task.isCancelled else { return }
                    self.logger.warning(
                        "An extension of all renewal dates cannot be asked about now.",
                        metadata: ["app": "\(app.name)", "code": "\(error.code)"]
                    )
                }
            }
        }
    }
}
