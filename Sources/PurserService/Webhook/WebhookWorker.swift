package import Ledger
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Publishes to every endpoint of every app, each with its own worker, from its creation to its removal.
package struct WebhookWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two reads of the endpoints.
    package static var interval: Duration { .seconds(1) }
    /// The interval between two counts of waiting events.
    private static var countingInterval: Duration { .seconds(30) }

    private struct State {
        var endpoints: [WebhookID: WebhookEndpoint] = [:]
        var working: Set<WebhookID> = []
        /// The endpoints whose waiting event streams were counted last.
        var counted: [WebhookID: WebhookEndpoint] = [:]
    }

    private let apps: [AppName]
    private let repository: any Repository
    private let webhookSender: WebhookSender
    private let ambient: Ambient
    private let signals: WorkSignals?
    private let logger: Logger
    private let clock: C

    /// Creates a worker for the endpoints of these apps; `ambient` provides real time.
    package init(
        apps: [AppName],
        repository: any Repository,
        webhookSender: WebhookSender,
        ambient: Ambient,
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.apps = apps
        self.repository = repository
        self.webhookSender = webhookSender
        self.ambient = ambient
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Publishes until the server stops.
    package func run() async throws {
        let state = Shared()
        await withDiscardingTaskGroup { group in
            var failure: RepositoryError?
            var countedAt: C.Instant?
            let loop = WorkLoop(
                kinds: [.endpoints],
                signals: self.signals,
                interval: Self.interval,
                clock: self.clock,
                now: self.ambient.now
            )
            await loop.run {
                do throws(RepositoryError) {
                    for (endpoint, health) in try await self.look(state) {
                        group.addTask { await self.work(for: endpoint, health, state) }
                    }
                    failure = nil
                } catch {
                    failure = error
                    self.logger.error("The webhook endpoints cannot be read now.", metadata: ["code": "\(error.code)"])
                }
                let now = self.clock.now
                if countedAt.map({ $0.duration(to: now) >= Self.countingInterval }) ?? true {
                    countedAt = now
                    await self.count(state)
                }
                return false
            } nextDueAt: {
                if let failure { throw failure }
                let rest = countedAt.map { Self.countingInterval - $0.duration(to: self.clock.now) } ?? .zero
                return self.ambient.now() + Span(milliseconds: Int64(rest / .milliseconds(1)))
            }
        }
    }

    /// The state that the workers and the reader of endpoints share.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    /// Reads the endpoints, and returns those without a worker.
    private func look(_ shared: Shared) async throws(RepositoryError) -> [(WebhookEndpoint, WebhookHealth)] {
        var all: [WebhookEndpoint] = []
        for app in self.apps { all += try await self.endpoints(of: app) }
        let known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        let (added, haveChanged) = shared.state.withLock { state in
            defer { state.endpoints = known }
            return (all.filter { state.working.insert($0.id).inserted }, state.endpoints != known)
        }
        // The workers of endpoints that were resumed, changed or removed act on it.
        if haveChanged { self.signals?.report(.eventStreams) }
        var found: [(WebhookEndpoint, WebhookHealth)] = []
        for endpoint in added {
            let health = try? await self.repository.read { view in
                try view.health(of: endpoint.id, app: endpoint.app)
            }
            found.append((endpoint, health ?? WebhookHealth()))
        }
        return found
    }

    /// Returns the endpoints of an app; those without a fingerprint get that of the current key.
    private func endpoints(of app: AppName) async throws(RepositoryError) -> [WebhookEndpoint] {
        let known = try await self.repository.read { view in try view.webhooks(of: app) }
        guard known.contains(where: \.lacksFingerprint), let fingerprint = self.webhookSender.keyFingerprint else {
            return known
        }
        return try await self.repository.write { unit in
            try unit.changeWebhooks(of: app) { endpoints in
                for place in endpoints.indices where endpoints[place].lacksFingerprint {
                    endpoints[place].keyFingerprint = fingerprint
                }
                return endpoints
            }
        }
    }

    private func work(for endpoint: WebhookEndpoint, _ health: WebhookHealth, _ shared: Shared) async {
        let id = endpoint.id
        let worker = EndpointWorker(
            for: endpoint,
            health: health,
            repository: self.repository,
            ambient: self.ambient,
            signals: self.signals,
            logger: self.logger,
            clock: self.clock,
            current: { shared.state.withLock { $0.endpoints[id] } },
            send: { message, endpoint in await self.webhookSender.send(message, to: endpoint) }
        )
        await worker.run()
        _ = shared.state.withLock { $0.working.remove(id) }
    }

    /// Counts the waiting events of each endpoint, and removes the counts of removed endpoints.
    private func count(_ shared: Shared) async {
        let (endpoints, removed) = shared.state.withLock { state in
            let removed = state.counted.values.filter { state.endpoints[$0.id] == nil }
            state.counted = state.endpoints
            return (Array(state.endpoints.values), removed)
        }
        for endpoint in removed {
            let gauges = Self.gauges(of: endpoint)
            gauges.waiting.destroy()
            gauges.suspended.destroy()
        }
        let counts = try? await self.repository.read { view in
            try endpoints.map { try view.waitingCounts(of: $0.sink, app: $0.app) }
        }
        for (endpoint, counts) in zip(endpoints, counts ?? []) {
            let gauges = Self.gauges(of: endpoint)
            gauges.waiting.record(counts.streams)
            gauges.suspended.record(counts.suspended)
        }
    }

    private static func gauges(of endpoint: WebhookEndpoint) -> (waiting: Gauge, suspended: Gauge) {
        let labels = [("app", endpoint.app.rawValue), ("endpoint", endpoint.id.rawValue)]
        return (
            Gauge(label: "purser_webhook_waiting_streams", dimensions: labels),
            Gauge(label: "purser_webhook_suspended_streams", dimensions: labels)
        )
    }
}

extension WebhookEndpoint {
    /// Whether the endpoint's messages are signed and the fingerprint of its key is not stored yet.
    fileprivate var lacksFingerprint: Bool { self.content == .events && self.keyFingerprint == nil }
}
