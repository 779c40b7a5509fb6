package import Ledger
package import Logging
import ServiceLifecycle

/// The worker that makes a catalog that another node applied current on this node too, within a second or two.
package struct CatalogReloadWorker<C: Clock<Duration>>: Service {
    /// The interval at which the worker reads the newest version.
    package static var interval: Duration { .seconds(1) }

    private let service: CatalogService
    private let apps: [AppName]
    private let logger: Logger
    private let clock: C

    /// Creates a worker for these apps' catalogs.
    package init(service: CatalogService, apps: [AppName], logger: Logger, clock: C) {
        self.service = service
        self.apps = apps
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        await PollingLoop(interval: Self.interval, clock: self.clock).run {
            for app in self.apps { await self.look(at: app) }
            return false
        }
    }

    private func look(at app: AppName) async {
        do throws(CatalogServiceError) {
            guard let version = try await self.service.refresh(app) else { return }
            self.logger.notice(
                "This node now uses the catalog that another node applied.",
                metadata: ["app": "\(app)", "version": "\(version.number)"]
            )
        } catch {
            self.logger.error(
                "The catalog that was applied last cannot be read; the previous one stays current.",
                metadata: ["app": "\(app)", "code": "\(error.code)"]
            )
        }
    }
}
