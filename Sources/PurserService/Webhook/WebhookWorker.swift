package import Ledger
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Publishes to every endpoint of every app, each by a worker of its own, from when it is made until it is removed.
package struct WebhookWorker<C: Clock<Duration>>: Service {
    /// How often it is looked which endpoints there are.
    package static var interval: Duration { .seconds(1) }
    /// How many looks lie between two countings of what waits.
    private static var countingStep: Int { 10 }

    private struct State {
        var endpoints: [WebhookID: WebhookEndpoint] = [:]
        var working: Set<WebhookID> = []
        /// Those whose waiting event streams were counted last.
        var counted: [WebhookID: WebhookEndpoint] = [:]
    }

    private let apps: [AppName]
    private let repository: any Repository
    private let webhookSender: WebhookSender
    private let ambient: Ambient
    private let logger: Logger
    private let clock: C

    /// Publishes to the endpoints of these apps; the ambient's time is real time.
    package init(
        apps: [AppName],
        repository: any Repository,
        webhookSender: WebhookSender,
        ambient: Ambient,
        logger: Logger,
        clock: C
    ) {
        self.apps = apps
        self.repository = repository
        self.webhookSender = webhookSender
        self.ambient = ambient
        self.logger = logger
        self.clock = clock
    }

    /// Publishes until the server stops.
    package func run() async throws {
        let state = Shared()
        await withDiscardingTaskGroup { group in
            var looks = 0
            await PollingLoop(interval: Self.interval, clock: self.clock).run {
                let added = await self.look(state)
                for (endpoint, health) in added {
                    group.addTask { await self.work(for: endpoint, health, state) }
                }
                if looks % Self.countingStep == 0 { await self.count(state) }
                looks += 1
                return false
            }
        }
    }

    /// What the workers and whoever looks for endpoints share.
    private final class Shared: Sendable {
        let state = Mutex(State())
    }

    /// Finds out which endpoints there are, and returns those that nobody works for.
    private func look(_ shared: Shared) async -> [(WebhookEndpoint, WebhookHealth)] {
        do throws(RepositoryError) {
            var all: [WebhookEndpoint] = []
            for app in self.apps { all += try await self.endpoints(of: app) }
            let added = shared.state.withLock { state in
                state.endpoints = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
                return all.filter { state.working.insert($0.id).inserted }
            }
            var found: [(WebhookEndpoint, WebhookHealth)] = []
            for endpoint in added {
                let health = try? await self.repository.health(of: endpoint.id, app: endpoint.app)
                found.append((endpoint, health ?? WebhookHealth()))
            }
            return found
        } catch {
            self.logger.error("The webhook endpoints cannot be read now.", metadata: ["code": "\(error.code)"])
            return []
        }
    }

    /// The endpoints of an app; those from before keys had fingerprints take that of the key that is there.
    private func endpoints(of app: AppName) async throws(RepositoryError) -> [WebhookEndpoint] {
        let known = try await self.repository.webhooks(of: app)
        guard known.contains(where: \.lacksFingerprint), let fingerprint = self.webhookSender.keyFingerprint else {
            return known
        }
        return try await self.repository.changeWebhooks(of: app) { endpoints in
            for place in endpoints.indices where endpoints[place].lacksFingerprint {
                endpoints[place].keyFingerprint = fingerprint
            }
            return endpoints
        }
    }

    private func work(for endpoint: WebhookEndpoint, _ health: WebhookHealth, _ shared: Shared) async {
        let id = endpoint.id
        let worker = EndpointWorker(
            for: endpoint,
            health: health,
            repository: self.repository,
            ambient: self.ambient,
            logger: self.logger,
            clock: self.clock,
            current: { shared.state.withLock { $0.endpoints[id] } },
            send: { message, endpoint in await self.webhookSender.send(message, to: endpoint) }
        )
        await worker.run()
        _ = shared.state.withLock { $0.working.remove(id) }
    }

    /// Counts what waits for each endpoint, and forgets what waited for those that are removed.
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
        for endpoint in endpoints {
            let counts = try? await self.repository.waitingCounts(of: endpoint.sink, app: endpoint.app)
            guard let counts else { continue }
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
    /// Whether what it is sent is signed, and nobody has noted yet by which key.
    fileprivate var lacksFingerprint: Bool { self.content == .events && self.keyFingerprint == nil }
}
