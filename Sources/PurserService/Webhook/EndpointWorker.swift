package import Ledger
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Publishes to one endpoint what it has not received yet: each event stream in order, and many event streams at once.
///
/// An event stream waits for its own events only. What fails comes again by `RetrySchedule`; what keeps failing for
/// three days is suspended and waits for a person. An endpoint that does not answer at all is left to a few attempts by
/// `CircuitBreaker`.
package final class EndpointWorker<C: Clock<Duration>>: Sendable {
    /// How often the ledger is asked when there was nothing to publish.
    package static var interval: Duration { .milliseconds(50) }
    /// How long an event stream is leased.
    package static var lease: Span { .seconds(60) }
    /// How much of a lease is left at least when an attempt begins, so that it lasts to the end of it.
    private static var reserve: Span { .seconds(20) }
    /// The most events of an event stream that are read at once.
    private static var batch: Int { 20 }
    /// How often that is done before another event stream has its turn.
    private static var turn: Int { 5 }
    /// How many event streams are released at once when an endpoint answers again.
    private static var retryStep: Int { 1000 }
    /// How many events are put back at once when they are to be sent again.
    private static var replayStep: Int { 200 }
    /// How often the health of an endpoint is written down at most while nothing about it changes.
    private static var healthInterval: Span { .seconds(5) }

    /// Brings a message to the endpoint.
    package typealias Send = @Sendable (WebhookMessage, WebhookEndpoint) async -> WebhookOutcome

    private enum Report {
        /// It is time to look again.
        case tick
        /// An event stream is told, or given up for now.
        case stream
    }

    private struct State {
        var breaker = CircuitBreaker()
        var health = WebhookHealth()
        var isHealthNew = false
        var healthWrittenAt: Instant?
        /// Whether event streams that failed are to come at once, because the endpoint answers again.
        var isRecovering = false
        /// Why nothing can be signed, once that was said.
        var inability: String?
    }

    private let id: WebhookID
    private let app: AppName
    private let endpoint: @Sendable () -> WebhookEndpoint?
    private let repository: any Repository
    private let send: Send
    private let ambient: Ambient
    private let logger: Logger
    private let clock: C
    private let state: Mutex<State>
    private let arrived: Counter
    private let failed: Counter

    /// A worker for an endpoint, which is asked for as it is now and `nil` once it is removed.
    ///
    /// The ambient's time is real time: leases and retries are about computers and not about purchases.
    package init(
        for endpoint: WebhookEndpoint,
        health: WebhookHealth,
        repository: any Repository,
        ambient: Ambient,
        logger: Logger,
        clock: C,
        current: @escaping @Sendable () -> WebhookEndpoint?,
        send: @escaping Send
    ) {
        self.id = endpoint.id
        self.app = endpoint.app
        self.endpoint = current
        self.repository = repository
        self.send = send
        self.ambient = ambient
        self.logger = logger
        self.clock = clock
        self.state = Mutex(State(health: health))
        let labels = [("app", endpoint.app.rawValue), ("endpoint", endpoint.id.rawValue)]
        self.arrived = Counter(label: "purser_webhook_attempts_total", dimensions: labels + [("outcome", "arrived")])
        self.failed = Counter(label: "purser_webhook_attempts_total", dimensions: labels + [("outcome", "failed")])
    }

    /// Publishes until the endpoint is removed or the server stops; what is under way is finished.
    package func run() async {
        await withTaskGroup(of: Report.self) { group in
            var streams = 0
            var isTicking = true
            group.addTask { await self.rest() }
            while let report = await group.next() {
                var isTick = false
                switch report {
                case .tick:
                    isTicking = false
                    isTick = true
                    await self.writeHealth()
                    await self.recover()
                    await self.replay()
                case .stream: streams -= 1
                }
                guard !Task.isShuttingDownGracefully, !Task.isCancelled, let endpoint = self.endpoint() else {
                    continue
                }
                for lease in await self.lease(for: endpoint, underWay: streams, few: isTick) {
                    streams += 1
                    group.addTask {
                        await self.publish(lease)
                        return .stream
                    }
                }
                if !isTicking {
                    isTicking = true
                    group.addTask { await self.rest() }
                }
            }
        }
        await self.writeHealth(isLast: true)
    }

    /// Publishes what is due now, one event stream after the other, and says whether there was anything.
    package func publishDue() async -> Bool {
        guard let endpoint = self.endpoint() else { return false }
        await self.recover()
        await self.replay()
        let leases = await self.lease(for: endpoint, underWay: 0, few: true)
        for lease in leases { await self.publish(lease) }
        await self.writeHealth(isLast: true)
        return !leases.isEmpty
    }

    private func rest() async -> Report {
        try? await cancelWhenGracefulShutdown {
            try await self.clock.sleep(for: Self.interval)
        }
        return .tick
    }

    /// Leases event streams as far as there is room.
    ///
    /// `few` says whether a little room is enough, because some time has passed.
    private func lease(for endpoint: WebhookEndpoint, underWay: Int, few: Bool) async -> [EventStreamLease] {
        guard endpoint.state == .active else { return [] }
        let now = self.ambient.now()
        let capacity = self.state.withLock { $0.breaker.capacity(at: now) }
        let room = capacity - underWay
        // A few at a time would be a commit for each few; but event streams that take long must not keep the others
        // waiting.
        guard room > 0, few || room >= capacity / 4 else { return [] }
        do throws(RepositoryError) {
            return try await self.repository.leaseStreams(
                for: endpoint.sink,
                of: self.app,
                at: now,
                until: now + Self.lease,
                limit: room
            )
        } catch {
            self.logger.error("Webhooks cannot be sent now.", metadata: ["code": "\(error.code)"])
            return []
        }
    }

    /// Publishes one event stream until all of it is published, put back or lost.
    private func publish(_ lease: EventStreamLease) async {
        do throws(RepositoryError) {
            if case .notification(let digest) = lease.stream.subject {
                try await self.passOn(digest, lease)
            } else {
                try await self.publishEvents(lease)
            }
        } catch {
            // The lease runs out by itself, and the event stream comes again.
            self.logger.error("An event stream cannot be published now.", metadata: ["code": "\(error.code)"])
        }
    }

    /// The endpoint as it is now, if it is told at all.
    private var active: WebhookEndpoint? { self.endpoint().flatMap { $0.state == .active ? $0 : nil } }

    private func passOn(_ digest: EvidenceDigest, _ lease: EventStreamLease) async throws(RepositoryError) {
        guard let form = try await self.repository.compactForm(of: digest, app: self.app) else { throw .corrupt }
        guard let endpoint = self.active else {
            return try await self.repository.putBack(lease, until: self.ambient.now())
        }
        let outcome = await self.attempt(WebhookMessage(notification: form), to: endpoint)
        guard case .arrived = outcome else {
            return try await self.putBack(lease, outcome, of: endpoint, attempts: lease.attempts)
        }
        _ = try await self.repository.acknowledge(lease, through: lease.nextNumber, until: self.ambient.now())
    }

    /// Whether the endpoint receives an event.
    ///
    /// Its filter may have become wider a moment ago, and the event have been written because of that: before one is
    /// passed over, the ledger is asked. `asked` is what they said since the event was read.
    private func receives(
        _ event: Event,
        _ endpoint: WebhookEndpoint,
        asked: inout WebhookFilter?
    ) async throws(RepositoryError) -> Bool {
        guard let environment = event.environment else { return false }
        if endpoint.filter.admits(event.name.rawValue, in: environment) { return true }
        if asked == nil {
            asked = try await self.repository.webhooks(of: self.app).first { $0.id == self.id }?.filter
        }
        return asked?.admits(event.name.rawValue, in: environment) ?? false
    }

    private func publishEvents(_ lease: EventStreamLease) async throws(RepositoryError) {
        var (next, through) = (lease.nextNumber, lease.through)
        var until = self.ambient.now() + Self.lease
        var attempts = lease.attempts
        for turn in 1... {
            let limit = through.map { Int(min(Int64(Self.batch), $0 - next + 1)) } ?? Self.batch
            let events = try await self.repository.events(of: lease.stream, after: next - 1, limit: limit)
            guard !events.isEmpty else { return }
            var published = next - 1
            var failure: (outcome: WebhookOutcome, endpoint: WebhookEndpoint)?
            var asked: WebhookFilter?
            for event in events {
                // Each time anew: it may have been paused or moved meanwhile.
                guard !Task.isShuttingDownGracefully, self.ambient.now() + Self.reserve < until,
                    let endpoint = self.active
                else { break }
                if try await self.receives(event, endpoint, asked: &asked) {
                    let outcome = await self.attempt(WebhookMessage(event), to: endpoint)
                    guard case .arrived = outcome else {
                        failure = (outcome, endpoint)
                        break
                    }
                }
                published = event.number
            }
            let hasArrived = published >= next
            if hasArrived {
                attempts = 0
                until = self.ambient.now() + Self.lease
                switch try await self.repository.acknowledge(lease, through: published, until: until) {
                case .more(let from, let end): (next, through) = (from, end)
                case .done, .lost: return
                }
            }
            if let failure {
                return try await self.putBack(lease, failure.outcome, of: failure.endpoint, attempts: attempts)
            }
            if !hasArrived || turn == Self.turn || self.active == nil || Task.isShuttingDownGracefully {
                return try await self.repository.putBack(lease, until: self.ambient.now())
            }
        }
    }

    /// Makes one attempt, and takes note of how it ended.
    private func attempt(_ message: WebhookMessage, to endpoint: WebhookEndpoint) async -> WebhookOutcome {
        let outcome = await self.send(message, endpoint)
        guard !outcome.isInterrupted else { return outcome }
        let now = self.ambient.now()
        switch outcome {
        case .arrived:
            self.arrived.increment()
            let isBack = self.state.withLock { state in
                let isBack = state.breaker.succeed()
                state.isHealthNew = state.isHealthNew || state.health.failingSince != nil
                state.health.deliveredAt = now
                state.health.failingSince = nil
                state.inability = nil
                state.isRecovering = state.isRecovering || isBack
                return isBack
            }
            if isBack {
                self.logger.notice("A webhook endpoint answers again.", metadata: ["endpoint": "\(self.id)"])
            }
        case .failed(let failure, _), .gone(let failure):
            self.failed.increment()
            let isNew = self.state.withLock { state in
                let isNew = !state.breaker.isOpen
                if failure.isUnanswered {
                    state.breaker.fail(at: now)
                } else if state.breaker.succeed() {
                    state.isRecovering = true
                }
                state.isHealthNew = state.isHealthNew || state.health.failingSince == nil
                state.health.failingSince = state.health.failingSince ?? now
                state.health.failure = failure
                return isNew && state.breaker.isOpen
            }
            if isNew {
                self.logger.warning(
                    "A webhook endpoint does not answer; it is tried now and then, and nothing is lost.",
                    metadata: [
                        "endpoint": "\(self.id)", "code": "\(failure.code)",
                        "status": "\(failure.status.map(String.init) ?? "none")",
                    ]
                )
            }
        case .unable(let code):
            self.failed.increment()
            let isNew = self.state.withLock { state in
                state.breaker.fail(at: now)
                state.isHealthNew = state.isHealthNew || state.health.failure?.code != code
                state.health.failingSince = state.health.failingSince ?? now
                state.health.failure = DeliveryFailure(code: code, at: now)
                defer { state.inability = code }
                return state.inability != code
            }
            guard isNew else { break }
            self.logger.error(
                "A webhook cannot be signed; nothing is sent, and what happens waits.",
                metadata: [
                    "endpoint": "\(self.id)", "code": "\(code)", "remedy": "docs/reference/error-codes.md",
                ]
            )
        }
        return outcome
    }

    /// Puts an event stream back after an attempt in vain, or suspends it.
    private func putBack(
        _ lease: EventStreamLease,
        _ outcome: WebhookOutcome,
        of endpoint: WebhookEndpoint,
        attempts: Int
    ) async throws(RepositoryError) {
        let now = self.ambient.now()
        switch outcome {
        case .arrived: return
        case .failed where outcome.isInterrupted: try await self.repository.putBack(lease, until: now)
        case .failed(let failure, let retryAfter):
            let since = attempts == 0 ? failure.at : lease.failingSince ?? failure.at
            let until = RetrySchedule.next(
                after: attempts + 1,
                failingSince: since,
                at: now,
                retryAfter: retryAfter,
                chance: self.ambient.randomBytes(1).first ?? 128
            )
            try await self.repository.putBack(lease, until: until, after: failure)
            guard until == nil else { return }
            self.logger.error(
                "What a webhook endpoint was to be told of one customer has failed for three days and is suspended.",
                metadata: ["endpoint": "\(self.id)", "remedy": "purser webhooks deliveries \(self.id)"]
            )
        case .gone(let failure):
            try await self.repository.putBack(lease, until: now, after: failure)
            let id = self.id
            let isNew = try await self.repository.changeWebhooks(of: self.app) { endpoints in
                // It was this address that is gone, and not one that was entered meanwhile.
                guard let place = endpoints.firstIndex(where: { $0.id == id }), endpoints[place].state == .active,
                    endpoints[place].address == endpoint.address
                else { return false }
                endpoints[place].state = .gone
                return true
            }
            guard isNew else { return }
            self.logger.error(
                "A webhook endpoint answered 410 Gone and is sent nothing more; what happens meanwhile waits for it.",
                metadata: ["endpoint": "\(id)", "remedy": "purser webhooks resume \(id)"]
            )
        case .unable:
            try await self.repository.putBack(lease, until: now + RetrySchedule.waits[1])
        }
    }

    /// Lets event streams that failed come at once, now that the endpoint answers again.
    private func recover() async {
        guard let endpoint = self.endpoint(), self.state.withLock({ $0.isRecovering }) else { return }
        let count = try? await self.repository.recoverStreams(
            of: endpoint.sink,
            app: self.app,
            limit: Self.retryStep
        )
        guard let count, count < Self.retryStep else { return }
        self.state.withLock { $0.isRecovering = false }
    }

    /// Goes on with what is to be sent again, if anything is.
    private func replay() async {
        guard self.endpoint()?.replay != nil else { return }
        do throws(RepositoryError) {
            _ = try await self.repository.advanceReplay(of: self.id, app: self.app, limit: Self.replayStep)
        } catch {
            self.logger.error("A replay does not go on now.", metadata: ["code": "\(error.code)"])
        }
    }

    private func writeHealth(isLast: Bool = false) async {
        let now = self.ambient.now()
        let health = self.state.withLock { state -> WebhookHealth? in
            let isDue = state.healthWrittenAt.map { now - $0 >= Self.healthInterval } ?? true
            guard
                state.isHealthNew || isLast
                    || isDue
                        && state.healthWrittenAt.map({ written in
                            state.health.deliveredAt.map { $0 > written } ?? false
                        }) ?? (state.health != WebhookHealth())
            else { return nil }
            state.isHealthNew = false
            state.healthWrittenAt = now
            return state.health
        }
        guard let health, health != WebhookHealth() else { return }
        // It is written again with the next change; nothing depends on it but what people read.
        try? await self.repository.note(health, of: self.id, app: self.app)
    }
}
