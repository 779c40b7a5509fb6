import Ledger
package import Logging
import ServiceLifecycle

/// Gives Apple the orders of extensions that it has not taken yet, and asks how far the others are, until they are
/// over.
///
/// One order that fails delays no other: it is tried again after `interval`, and the next one follows at once.
package struct RenewalExtensionWorker<C: Clock<Duration>>: Service {
    /// How often Apple is asked about an order that it is at work on, or given one that it could not be given: it works
    /// on an order for a whole product for hours.
    package static var interval: Duration { .seconds(300) }
    /// How soon a new order is given: whoever ordered it has been answered already.
    private static var notice: Duration { .seconds(2) }
    /// The most orders that are read at a time.
    private static var pageSize: Int { 200 }

    private let service: AppStoreService
    private let logger: Logger
    private let clock: C

    /// A worker of this service's orders.
    package init(service: AppStoreService, logger: Logger, clock: C) {
        self.service = service
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        var tried: [RenewalExtensionID: C.Instant] = [:]
        await PollingLoop(interval: Self.notice, clock: self.clock).run {
            let before = tried
            // Nobody waits for Apple when the server stops: what it is asked for stays as it was and is asked for
            // again.
            tried = await cancelWhenGracefulShutdown { await self.advance(after: before) }
            return false
        }
    }

    /// Looks at every order once.
    package func advance() async {
        _ = await self.advance(after: [:])
    }

    /// Looks at every order that was not looked at for `interval`, and returns when each open one was looked at last.
    private func advance(after tried: [RenewalExtensionID: C.Instant]) async -> [RenewalExtensionID: C.Instant] {
        var looked: [RenewalExtensionID: C.Instant] = [:]
        for app in self.service.askable {
            for environment in app.askable {
                var last: RenewalExtension?
                while let page = await self.page(of: app, environment, after: last), !page.isEmpty {
                    for order in page {
                        // What is begun is finished, and what is left is begun after the next start.
                        if Task.isShuttingDownGracefully || Task.isCancelled { return looked }
                        if let instant = tried[order.id], instant.advanced(by: Self.interval) > self.clock.now {
                            looked[order.id] = instant
                        } else {
                            await self.advance(order)
                            looked[order.id] = self.clock.now
                        }
                    }
                    last = page.last
                }
            }
        }
        return looked
    }

    private func page(
        of app: ServedApp,
        _ environment: StoreEnvironment,
        after last: RenewalExtension?
    ) async -> [RenewalExtension]? {
        do throws(AppStoreServiceError) {
            return try await self.service.openExtensions(
                of: app.name,
                environment: environment,
                after: last,
                limit: Self.pageSize
            )
        } catch {
            self.warn(app.name, error)
            return nil
        }
    }

    private func advance(_ order: RenewalExtension) async {
        do throws(AppStoreServiceError) {
            let now = try await self.service.advance(order)
            guard let completion = now.completion else { return }
            if let refusal = now.refusal {
                self.logger.warning(
                    "Apple refuses an extension of renewal dates.",
                    metadata: ["app": "\(order.app)", "extension": "\(order.id)", "code": "\(refusal.code)"]
                )
            } else {
                self.logger.notice(
                    "An extension of renewal dates is complete.",
                    metadata: [
                        "app": "\(order.app)", "extension": "\(order.id)", "succeeded": "\(completion.succeeded)",
                        "failed": "\(completion.failed)",
                    ]
                )
            }
        } catch {
            self.warn(order.app, error)
        }
    }

    private func warn(_ app: AppName, _ error: AppStoreServiceError) {
        guard !Task.isCancelled else { return }
        self.logger.warning(
            "An extension of renewal dates cannot be asked about now.",
            metadata: ["app": "\(app)", "code": "\(error.code)"]
        )
    }
}
