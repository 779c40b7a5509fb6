package import Ledger
package import Logging
import ServiceLifecycle

/// The worker that makes a catalog that another node applied current on this node too, within a second or two.
package struct CatalogReloadWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two reads of the newest version.
    package static var interval: Duration { .seconds(1) }

    private let service: CatalogService
    private let apps: [AppName]
    private let signals: WorkSignals?
    private let logger: Logger
    private let clock: C

    /// Creates a worker for these apps' catalogs.
    package init(
        service: CatalogService,
        apps: [AppName],
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.service = service
        self.apps = apps
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        let loop = WorkLoop(
            kinds: [.catalogs],
            signals: self.signals,
            interval: Self.interval,
            clock: self.clock,
            now: { Instant(milliseconds: 0) }
        )
        var failure: CatalogServiceError?
        await loop.run {
            failure = nil
            for app in self.apps { failure = await self.look(at: app) ?? failure }
            return false
        } nextDueAt: {
            if let failure { throw failure }
            return nil
        }
    }

    private func look(at app: AppName) async -> CatalogServiceError? {
        do throws(CatalogServiceError) {
            guard let version = try await self.service.refresh(app) else { return nil }
            self.logger.notice(
                "This node now uses the catalog that another node applied.",
                metadata: ["app": "\(app)", "version": "\(version.number)"]
            )
            return nil
        } catch {
            self.logger.error(
                "The catalog that was applied last cannot be read; the previous one stays current.",
                metadata: ["app": "\(app)", "code": "\(error.code)"]
            )
            return error
        }
    }
}
