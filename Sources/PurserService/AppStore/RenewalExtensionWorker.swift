import Ledger
package import Logging
import ServiceLifecycle

/// The worker that sends renewal extensions to Apple and asks for the progress of accepted ones until all are complete.
///
/// An extension that fails does not delay others: it is tried again after `interval`, and the next one follows at once.
package struct RenewalExtensionWorker<C: Clock<Duration>>: Service {
    /// The interval at which Apple is asked about the progress of an extension, or sent one that it could not receive:
    /// Apple processes an extension for a whole product for hours.
    package static var interval: Duration { .seconds(300) }
    /// The delay until a new extension is sent: the operator who requested it has received an answer already.
    private static var notice: Duration { .seconds(2) }
    /// The maximum number of extensions read at a time.
    private static var pageSize: Int { 200 }

    private let service: AppStoreService
    private let signals: WorkSignals?
    private let logger: Logger
    private let clock: C

    /// Creates a worker of this service's extensions.
    package init(service: AppStoreService, signals: WorkSignals? = nil, logger: Logger, clock: C) {
        self.service = service
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        var tried: [RenewalExtensionID: C.Instant] = [:]
        let begun = self.clock.now
        let loop = WorkLoop(
            kinds: [.extensions],
            signals: self.signals,
            interval: Self.notice,
            clock: self.clock,
            // The pauses between two requests are measured by this clock, so the due dates are counted from here.
            now: { Instant(since: begun, at: self.clock.now) }
        )
        await loop.run {
            if self.signals != nil {
                // The request of the operator, whose commit has woken the worker, asks Apple first.
                try? await cancelWhenGracefulShutdown { try await self.clock.sleep(for: Self.notice) }
                guard !Task.isShuttingDownGracefully, !Task.isCancelled else { return false }
            }
            let before = tried
            // The shutdown does not wait for Apple: an unfinished request stays as it was and is sent again later.
            tried = await cancelWhenGracefulShutdown { await self.advance(after: before) }
            return false
        } nextDueAt: {
            tried.values.min().map { Instant(since: begun, at: $0.advanced(by: Self.interval)) }
        }
    }

    /// Advances every open extension once.
    package func advance() async {
        _ = await self.advance(after: [:])
    }

    /// Advances every open extension that was not advanced for `interval`; returns when each open one was advanced
    /// last.
    private func advance(after tried: [RenewalExtensionID: C.Instant]) async -> [RenewalExtensionID: C.Instant] {
        var looked: [RenewalExtensionID: C.Instant] = [:]
        for app in self.service.askable {
            for environment in app.askable {
                var last: RenewalExtension?
                while let page = await self.page(of: app, environment, after: last), !page.isEmpty {
                    for order in page {
                        // The current extension is completed; the remaining ones follow after the next start.
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
                    "Apple rejected an extension of renewal dates.",
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
            "Apple cannot be asked about an extension of renewal dates now; the server tries again.",
            metadata: ["app": "\(app)", "code": "\(error.code)"]
        )
    }
}

extension Instant {
    /// Creates the instant that counts the time since the beginning of a worker from 1970.
    fileprivate init<Time: InstantProtocol>(since begun: Time, at now: Time) where Time.Duration == Duration {
        self.init(milliseconds: Int64(begun.duration(to: now) / .milliseconds(1)))
    }
}
