package import Ledger
package import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Publishes events to one endpoint: each event stream in order, and many event streams concurrently.
///
/// An event stream waits only for its own events. Failed attempts are repeated by `RetrySchedule`; an event stream that
/// fails for three days is suspended and waits for a person. `CircuitBreaker` limits the attempts at an endpoint that
/// does not answer.
package final class EndpointWorker<C: Clock<Duration>>: Sendable {
    /// The shortest time between two looks for something to publish.
    package static var interval: Duration { .milliseconds(50) }
    /// The duration of an event stream's lease.
    package static var lease: Span { .seconds(60) }
    /// The minimum remaining time of a lease at the beginning of an attempt, so that it lasts until the attempt ends.
    private static var reserve: Span { .seconds(20) }
    /// The maximum number of events of an event stream that are read at once.
    private static var batch: Int { 20 }
    /// The number of such reads before another event stream gets its turn.
    private static var turn: Int { 5 }
    /// The number of event streams that are retried at once when an endpoint answers again.
    private static var retryStep: Int { 1000 }
    /// The number of events that a replay queues at once.
    private static var replayStep: Int { 200 }
    /// The minimum interval between two writes of an endpoint's health while it does not change.
    private static var healthInterval: Span { .seconds(5) }

    /// Sends a message to the endpoint.
    package typealias Send = @Sendable (WebhookMessage, WebhookEndpoint) async -> WebhookOutcome

    private enum Report {
        /// Something may be due.
        case tick
        /// An event stream was published, or given back for now.
        case stream
    }

    private struct State {
        var breaker = CircuitBreaker()
        var health = WebhookHealth()
        var isHealthNew = false
        var healthWrittenAt: Instant?
        /// Whether failed event streams are due at once, because the endpoint answers again.
        var isRecovering = false
        /// The reason why signing fails, once it was logged.
        var inability: String?

        /// Returns when the health is to be written; `nil` while it is as written.
        func healthDueAt(at now: Instant) -> Instant? {
            if self.isHealthNew { return now }
            guard let written = self.healthWrittenAt else { return self.health == WebhookHealth() ? nil : now }
            let isDelivered = self.health.deliveredAt.map { $0 > written } ?? false
            return isDelivered ? written + EndpointWorker.healthInterval : nil
        }
    }

    private let id: WebhookID
    private let app: AppName
    private let endpoint: @Sendable () -> WebhookEndpoint?
    private let repository: any Repository
    private let send: Send
    private let ambient: Ambient
    private let signals: WorkSignals?
    private let logger: Logger
    private let clock: C
    private let state: Mutex<State>
    private let arrived: Counter
    private let failed: Counter

    /// Creates a worker for an endpoint; `endpoint` returns its current settings, and `nil` once it is removed.
    ///
    /// `ambient` provides real time, because leases and retries do not follow the time of purchases.
    package init(
        for endpoint: WebhookEndpoint,
        health: WebhookHealth,
        repository: any Repository,
        ambient: Ambient,
        signals: WorkSignals? = nil,
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
        self.signals = signals
        self.logger = logger
        self.clock = clock
        self.state = Mutex(State(health: health))
        let labels = [("app", endpoint.app.rawValue), ("endpoint", endpoint.id.rawValue)]
        self.arrived = Counter(label: "purser_webhook_attempts_total", dimensions: labels + [("outcome", "arrived")])
        self.failed = Counter(label: "purser_webhook_attempts_total", dimensions: labels + [("outcome", "failed")])
    }

    /// Publishes until the endpoint is removed or the server stops; attempts that have begun are completed.
    package func run() async {
        if let signals {
            await signals.listening(for: [.eventStreams]) { listener in
                let wait = WorkWait(
                    listener: listener,
                    interval: Self.interval,
                    clock: self.clock,
                    now: self.ambient.now,
                    longestRest: signals.longestRest
                )
                await self.run(wait)
            }
        } else {
            await self.run(nil)
        }
        await self.writeHealth(isLast: true)
    }

    private func run(_ wait: WorkWait<C>?) async {
        await withTaskGroup(of: Report.self) { group in
            var streams = 0
            var isTicking = true
            group.addTask { await self.rest() }
            while let report = await group.next() {
                var isTick = false
                let begun = self.clock.now
                switch report {
                case .tick:
                    isTicking = false
                    isTick = true
                    wait?.listener.beginLook()
                    await self.writeHealth()
                    await self.recover()
                    if await self.replay() { wait?.listener.hear(DueWork.atOnce) }
                case .stream:
                    streams -= 1
                    // There is room again, and the health may be new.
                    wait?.listener.hear(DueWork.atOnce)
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
                    let count = streams
                    group.addTask {
                        guard let wait else { return await self.rest() }
                        await wait.wait(for: await self.nextWork(underWay: count), since: begun)
                        return .tick
                    }
                }
            }
        }
    }

    /// Returns when the worker has to look again without a report; `underWay` event streams are being published.
    ///
    /// The end of each of these causes a look too.
    private func nextWork(underWay: Int) async -> WorkWait<C>.NextWork {
        let now = self.ambient.now()
        let (breaker, health, isRecovering) = self.state.withLock { state in
            (state.breaker, state.healthDueAt(at: now), state.isRecovering)
        }
        // Both were not completed, or failed.
        let repair = isRecovering || self.endpoint()?.replay != nil ? now : nil
        guard self.active != nil, breaker.capacity(at: now) > underWay else {
            let attempt = self.active == nil || underWay > 0 ? nil : breaker.nextAttemptAt
            return [health, repair, attempt].compactMap(\.self).min().map { .due($0) } ?? .none
        }
        return await WorkWait<C>.NextWork {
            let next = try await self.repository.nextDueAt(of: .eventStreams, apps: [self.app])
            return [health, repair, next].compactMap(\.self).min()
        }
    }

    /// Publishes what is due now, one event stream after the other; returns whether there was anything.
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

    /// Leases as many event streams as the capacity allows.
    ///
    /// `few` states whether a small remaining capacity is enough, because some time has passed.
    private func lease(for endpoint: WebhookEndpoint, underWay: Int, few: Bool) async -> [EventStreamLease] {
        guard endpoint.state == .active else { return [] }
        let now = self.ambient.now()
        let capacity = self.state.withLock { $0.breaker.capacity(at: now) }
        let room = capacity - underWay
        // Leasing a few at a time would need a commit each; but slow event streams must not delay the others.
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

    /// Publishes one event stream until all of it is published or given back, or its lease is lost.
    private func publish(_ lease: EventStreamLease) async {
        do throws(RepositoryError) {
            if case .notification(let digest) = lease.stream.subject {
                try await self.passOn(digest, lease)
            } else {
                try await self.publishEvents(lease)
            }
        } catch {
            // The lease expires, and the event stream is published later.
            self.logger.error("An event stream cannot be published now.", metadata: ["code": "\(error.code)"])
        }
    }

    /// The current settings of the endpoint, if it is active.
    private var active: WebhookEndpoint? { self.endpoint().flatMap { $0.state == .active ? $0 : nil } }

    private func passOn(_ digest: EvidenceDigest, _ lease: EventStreamLease) async throws(RepositoryError) {
        guard let form = try await self.repository.compactForm(of: digest, app: self.app) else { throw .corrupt }
        let now = self.ambient.now()
        guard let endpoint = self.active else {
            _ = try await self.conclude(lease, nil, until: now, TurnEnd(until: now))
            return
        }
        let outcome = await self.attempt(WebhookMessage(notification: form), to: endpoint)
        let end = self.turnEnd(after: outcome, lease, of: endpoint, attempts: lease.attempts)
        _ = try await self.conclude(lease, end == nil ? lease.nextNumber : nil, until: self.ambient.now(), end)
    }

    /// Returns whether the endpoint receives an event.
    ///
    /// Its filter may just have been extended and the event written because of that, so the ledger is read before an
    /// event is skipped. `asked` is the answer since the event was read.
    private func receives(
        _ event: Event,
        _ endpoint: WebhookEndpoint,
        asked: inout WebhookFilter?
    ) async throws(RepositoryError) -> Bool {
        guard let environment = event.environment else { return false }
        if endpoint.filter.admits(event.name.rawValue, in: environment) { return true }
        if asked == nil {
            asked = try await self.repository.read { view in try view.webhooks(of: self.app) }.first {
                $0.id == self.id
            }?.filter
        }
        return asked?.admits(event.name.rawValue, in: environment) ?? false
    }

    private func publishEvents(_ lease: EventStreamLease) async throws(RepositoryError) {
        var (next, through) = (lease.nextNumber, lease.through)
        var until = self.ambient.now() + Self.lease
        var attempts = lease.attempts
        for turn in 1... {
            let limit = through.map { Int(min(Int64(Self.batch), $0 - next + 1)) } ?? Self.batch
            let events = try await self.repository.read { [next] view in
                try view.events(of: lease.stream, after: next - 1, limit: limit)
            }
            guard !events.isEmpty else { return }
            var published = next - 1
            var failure: (outcome: WebhookOutcome, endpoint: WebhookEndpoint)?
            var asked: WebhookFilter?
            for event in events {
                // Read for each attempt, because the endpoint may have been paused or changed meanwhile.
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
            }
            var end = failure.flatMap { self.turnEnd(after: $0.outcome, lease, of: $0.endpoint, attempts: attempts) }
            if end == nil,
                !hasArrived || turn == Self.turn || self.active == nil || Task.isShuttingDownGracefully
            {
                end = TurnEnd(until: self.ambient.now())
            }
            let progress = try await self.conclude(lease, hasArrived ? published : nil, until: until, end)
            guard end == nil, case .more(let from, let last)? = progress else { return }
            (next, through) = (from, last)
        }
    }

    /// The end of a turn at an event stream, which is given back.
    private struct TurnEnd: Sendable {
        /// The instant at which the event stream is due again; `nil` to suspend it.
        let until: Instant?
        /// The failure of its last attempt.
        var failure: DeliveryFailure?
        /// The endpoint, if it answered 410 Gone.
        var gone: WebhookEndpoint?
    }

    /// Stores in one unit of work what has arrived of an event stream, and that its turn ends; returns its progress if
    /// something has arrived.
    private func conclude(
        _ lease: EventStreamLease,
        _ published: Int64?,
        until: Instant,
        _ end: TurnEnd?
    ) async throws(RepositoryError) -> EventStreamLease.Progress? {
        let (progress, isSuspended, isNewlyGone) = try await self.repository.write { unit in
            let progress = try published.map { try unit.acknowledge(lease, through: $0, until: until) }
            if progress == .done || progress == .lost { return (progress, false, false) }
            guard let end else { return (progress, false, false) }
            guard let failure = end.failure else {
                try unit.putBack(lease, until: end.until ?? until)
                return (progress, false, false)
            }
            try unit.putBack(lease, until: end.until, after: failure)
            return (progress, end.until == nil, try end.gone.map { try self.noteGone($0, in: unit) } ?? false)
        }
        if isSuspended {
            self.logger.error(
                "An event stream of a webhook endpoint has failed for three days and is suspended.",
                metadata: ["endpoint": "\(self.id)", "remedy": "purser webhooks deliveries \(self.id)"]
            )
        }
        if isNewlyGone {
            self.logger.error(
                "A webhook endpoint answered 410 Gone and is paused; its events wait.",
                metadata: ["endpoint": "\(self.id)", "remedy": "purser webhooks resume \(self.id)"]
            )
        }
        return progress
    }

    /// Pauses the endpoint that answered 410 Gone; returns whether it was active.
    private func noteGone(_ endpoint: WebhookEndpoint, in unit: any UnitOfWork) throws -> Bool {
        try unit.changeWebhooks(of: self.app) { endpoints in
            // The 410 concerns this address, not one that was set meanwhile.
            guard let place = endpoints.firstIndex(where: { $0.id == self.id }), endpoints[place].state == .active,
                endpoints[place].address == endpoint.address
            else { return false }
            endpoints[place].state = .gone
            return true
        }
    }

    /// Makes one attempt, and records its result.
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
                    "A webhook endpoint does not answer; the server tries it periodically, and no events are lost.",
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
                "A webhook cannot be signed; nothing is sent, and events wait.",
                metadata: ["endpoint": "\(self.id)", "code": "\(code)", "remedy": "docs/reference/error-codes.md"]
            )
        }
        return outcome
    }

    /// Returns how an event stream is given back after a failed attempt; `nil` if the attempt did not fail.
    private func turnEnd(
        after outcome: WebhookOutcome,
        _ lease: EventStreamLease,
        of endpoint: WebhookEndpoint,
        attempts: Int
    ) -> TurnEnd? {
        let now = self.ambient.now()
        switch outcome {
        case .arrived: return nil
        case .failed where outcome.isInterrupted: return TurnEnd(until: now)
        case .failed(let failure, let retryAfter):
            let since = attempts == 0 ? failure.at : lease.failingSince ?? failure.at
            let until = RetrySchedule.next(
                after: attempts + 1,
                failingSince: since,
                at: now,
                retryAfter: retryAfter,
                chance: self.ambient.randomBytes(1).first ?? 128
            )
            return TurnEnd(until: until, failure: failure)
        case .gone(let failure): return TurnEnd(until: now, failure: failure, gone: endpoint)
        case .unable: return TurnEnd(until: now + RetrySchedule.waits[1])
        }
    }

    /// Makes failed event streams due at once, because the endpoint answers again.
    private func recover() async {
        guard let endpoint = self.endpoint(), self.state.withLock({ $0.isRecovering }) else { return }
        let count = try? await self.repository.write { unit in
            try unit.recoverStreams(of: endpoint.sink, app: self.app, limit: Self.retryStep)
        }
        guard let count, count < Self.retryStep else { return }
        self.state.withLock { $0.isRecovering = false }
    }

    /// Continues a replay, if there is one; returns whether it did.
    @discardableResult
    private func replay() async -> Bool {
        guard self.endpoint()?.replay != nil else { return false }
        do throws(RepositoryError) {
            _ = try await self.repository.write { unit in
                try unit.advanceReplay(of: self.id, app: self.app, limit: Self.replayStep)
            }
            return true
        } catch {
            self.logger.error("A replay cannot continue now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    private func writeHealth(isLast: Bool = false) async {
        let now = self.ambient.now()
        let health = self.state.withLock { state -> WebhookHealth? in
            let isDue = state.healthDueAt(at: now).map { $0 <= now } ?? false
            guard isDue || isLast else { return nil }
            state.isHealthNew = false
            state.healthWrittenAt = now
            return state.health
        }
        guard let health, health != WebhookHealth() else { return }
        // The next change writes it again; it is only for display.
        try? await self.repository.write { unit in try unit.note(health, of: self.id, app: self.app) }
    }
}
