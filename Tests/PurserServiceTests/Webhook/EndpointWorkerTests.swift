import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct EndpointWorkerTests {
    /// A receiver that records messages and answers as configured.
    private final class Diary: Sendable {
        struct State {
            var published: [EventID] = []
            var bodies: [[UInt8]] = []
            var isDead = false
            var failing: Set<EventID> = []
            var answer: @Sendable (Instant) -> WebhookOutcome = { now in
                .failed(DeliveryFailure(code: "status", status: 500, at: now), retryAfter: nil)
            }
            var attempts = 0
        }

        let state = Mutex(State())

        var published: [EventID] { self.state.withLock { $0.published } }

        func take(_ message: WebhookMessage, at now: Instant) -> WebhookOutcome {
            self.state.withLock { state in
                state.attempts += 1
                if state.isDead || message.id.map(state.failing.contains) ?? false { return state.answer(now) }
                if let id = message.id { state.published.append(id) }
                state.bodies.append(message.body)
                return .arrived
            }
        }
    }

    /// A shop with one endpoint and a clock that the test sets.
    private struct Stage {
        let repository = InMemoryRepository()
        let diary = Diary()
        let clock = SharedInstant(Sample.beginning)
        let endpoint: WebhookEndpoint

        init(_ content: WebhookEndpoint.Content = .events, filter: WebhookFilter = WebhookFilter()) async throws {
            self.endpoint = WebhookEndpoint(
                id: WebhookID("we_1"),
                app: Sample.app,
                content: content,
                address: "https://shop.example.com",
                title: "shop",
                filter: filter,
                createdAt: Sample.beginning,
                createdBy: "test"
            )
            let endpoint = self.endpoint
            try await self.repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [endpoint] } }
        }

        /// A worker as a new process creates it; `current` returns the endpoint, if not the original one.
        func worker(current: (@Sendable () -> WebhookEndpoint?)? = nil) -> EndpointWorker<ContinuousClock> {
            let (repository, diary, clock, endpoint) = (self.repository, self.diary, self.clock, self.endpoint)
            return EndpointWorker(
                for: endpoint,
                health: WebhookHealth(),
                repository: repository,
                ambient: Ambient(now: { clock.now }, randomBytes: { Array(repeating: 128, count: $0) }),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                clock: ContinuousClock(),
                current: current ?? { endpoint },
                send: { message, _ in diary.take(message, at: clock.now) }
            )
        }

        /// Records two events of a new chain, and returns their ids.
        func happens(_ chain: Int) async throws -> [EventID] {
            let period = Sample.period("\(chain)1", of: "\(chain)1")
            _ = try await self.repository.record(Sample.notification(UInt64(chain), about: period))
            let stream = EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("\(chain)1")))
            return try await self.repository.read { view in try view.events(of: stream, after: 0, limit: 10) }.map(\.id)
        }

        func counts() async throws -> WaitingCounts {
            try await self.repository.read { view in try view.waitingCounts(of: self.endpoint.sink, app: Sample.app) }
        }

        func endpointNow() async throws -> WebhookEndpoint? {
            try await self.repository.read { view in try view.webhooks(of: Sample.app) }.first
        }
    }

    @Test("Every event arrives once, each event stream in order, and the endpoint's health shows it")
    func healthy() async throws {
        let stage = try await Stage()
        var expected: [[EventID]] = []
        for chain in 1...20 { expected.append(try await stage.happens(chain)) }
        let worker = stage.worker()
        while await worker.publishDue() {}
        let published = stage.diary.published
        #expect(published.count == 40)
        #expect(Set(published) == Set(expected.joined()))
        for stream in expected { #expect(published.filter(stream.contains) == stream) }
        #expect(try await stage.counts() == WaitingCounts(streams: 0, suspended: 0))
        let health = try await stage.repository.read { view in try view.health(of: stage.endpoint.id, app: Sample.app) }
        #expect(health.deliveredAt == Sample.beginning)
        #expect(health.failingSince == nil)
    }

    @Test("Where signing fails events wait and the health shows why; later they arrive")
    func unable() async throws {
        let stage = try await Stage()
        let events = try await stage.happens(1)
        stage.diary.state.withLock { state in
            state.isDead = true
            state.answer = { _ in .unable(code: "webhook_key_changed") }
        }
        let worker = stage.worker()
        while await worker.publishDue() {}
        let health = try await stage.repository.read { view in try view.health(of: stage.endpoint.id, app: Sample.app) }
        #expect(health.failure?.code == "webhook_key_changed")
        #expect(health.failingSince == Sample.beginning)
        #expect(try await stage.counts() == WaitingCounts(streams: 1, suspended: 0))
        stage.clock.advance(by: .days(30))
        while await worker.publishDue() {}
        #expect(try await stage.counts() == WaitingCounts(streams: 1, suspended: 0), "It is not suspended.")
        stage.diary.state.withLock { $0.isDead = false }
        stage.clock.advance(by: .minutes(1))
        while await worker.publishDue() {}
        #expect(stage.diary.published == events)
        #expect(
            try await stage.repository.read { view in try view.health(of: stage.endpoint.id, app: Sample.app) }
                .failingSince == nil
        )
    }

    @Test(
        "A failing event blocks only its own event stream, is retried by the schedule, and suspended after three days"
    )
    func failing() async throws {
        let stage = try await Stage()
        let first = try await stage.happens(1)
        let second = try await stage.happens(2)
        stage.diary.state.withLock { $0.failing = [first[1]] }
        let worker = stage.worker()
        while await worker.publishDue() {}
        #expect(stage.diary.published.filter(first.contains) == [first[0]], "The earlier events have arrived.")
        #expect(stage.diary.published.filter(second.contains) == second, "The other event stream is published.")
        var waits: [Int64] = []
        for _ in 0..<60 {
            let waiting = try await stage.repository.read { view in
                try view.waitingStreams(
                    of: stage.endpoint.sink,
                    app: Sample.app,
                    after: nil,
                    limit: 2
                )
            }
            #expect(waiting.count == 1)
            guard let dueAt = waiting.first?.dueAt else { break }
            waits.append((dueAt - stage.clock.now).milliseconds / 1000)
            stage.clock.advance(by: dueAt - stage.clock.now)
            // Other streams are sent meanwhile, so the endpoint counts as answering.
            _ = try await stage.happens(100 + waits.count)
            while await worker.publishDue() {}
        }
        #expect(Array(waits.prefix(9)) == [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 14_400])
        #expect(try await stage.counts() == WaitingCounts(streams: 1, suspended: 1))
        #expect(stage.clock.now - Sample.beginning >= RetrySchedule.patience)
        stage.diary.state.withLock { $0.failing = [] }
        stage.clock.advance(by: .days(100))
        while await worker.publishDue() {}
        #expect(!stage.diary.published.contains(first[1]), "The suspended event stream waits for a person.")
        _ = try await stage.repository.write({ unit in
            try unit.retryStreams(
                of: stage.endpoint.sink,
                app: Sample.app,
                withSuspended: true,
                limit: 10
            )
        })
        while await worker.publishDue() {}
        #expect(stage.diary.published.filter(first.contains) == first)
    }

    @Test("An endpoint that does not answer is tried periodically, and when it answers again all events arrive at once")
    func dead() async throws {
        let stage = try await Stage()
        var expected: [EventID] = []
        for chain in 1...200 { expected += try await stage.happens(chain) }
        stage.diary.state.withLock { state in
            state.isDead = true
            state.answer = { now in .failed(DeliveryFailure(code: "timed_out", at: now), retryAfter: nil) }
        }
        let worker = stage.worker()
        // An hour, checked every second.
        for _ in 0..<3600 {
            _ = await worker.publishDue()
            stage.clock.advance(by: .seconds(1))
        }
        let attempts = stage.diary.state.withLock { $0.attempts }
        #expect(attempts >= 200, "The first round has tried them all: \(attempts).")
        #expect(attempts < 450, "Then an attempt every half minute: \(attempts).")
        #expect(try await stage.counts() == WaitingCounts(streams: 200, suspended: 0), "Nothing is lost.")
        stage.diary.state.withLock { $0.isDead = false }
        for _ in 0..<60 {
            while await worker.publishDue() {}
            stage.clock.advance(by: .seconds(1))
        }
        #expect(
            Set(stage.diary.published) == Set(expected),
            "Within a minute, not after each event stream's wait."
        )
        #expect(try await stage.counts() == WaitingCounts(streams: 0, suspended: 0))
    }

    @Test(
        "Refused events of some customers block no others, keep their schedule, and are suspended after three days"
    )
    func refusing() async throws {
        let stage = try await Stage()
        var failing: Set<EventID> = []
        for chain in 1...30 { failing.insert(try await stage.happens(chain)[0]) }
        stage.diary.state.withLock { [failing] in $0.failing = failing }
        let worker = stage.worker()
        while await worker.publishDue() {}
        var chain = 100
        for hour in 0..<80 {
            for _ in 0..<60 {
                chain += 1
                let events = try await stage.happens(chain)
                _ = await worker.publishDue()
                try #require(events.allSatisfy(stage.diary.published.contains), "At the next round, hour \(hour).")
                if hour > 2 { break }
                stage.clock.advance(by: .seconds(60))
            }
            if hour > 2 { stage.clock.advance(by: .minutes(60)) }
        }
        let attempts = stage.diary.state.withLock { $0.attempts } - stage.diary.published.count
        #expect(attempts < 30 * 40, "They come by the schedule, however often others arrive: \(attempts).")
        #expect(try await stage.counts() == WaitingCounts(streams: 30, suspended: 30))
    }

    @Test("An event for an extended filter is sent, although the worker does not know the filter yet")
    func widerFilter() async throws {
        let stage = try await Stage(filter: WebhookFilter(patterns: ["subscription.renewed"]))
        let old = try await stage.endpointNow()
        let worker = stage.worker(current: { old })
        try await stage.repository.write { unit in
            try unit.changeWebhooks(of: Sample.app) { $0[0].filter = WebhookFilter() }
        }
        let events = try await stage.happens(1)
        while await worker.publishDue() {}
        #expect(stage.diary.published == events)
    }

    @Test("A paused endpoint gets nothing from the next attempt on, and continues where it was")
    func paused() async throws {
        let stage = try await Stage()
        let events = try await stage.happens(1)
        let published = stage.diary
        let made = stage.endpoint
        let isPaused = Mutex(true)
        let worker = stage.worker(current: {
            var endpoint = made
            if isPaused.withLock({ $0 }), !published.published.isEmpty { endpoint.state = .paused }
            return endpoint
        })
        while await worker.publishDue() {}
        #expect(published.published == [events[0]])
        #expect(try await stage.counts() == WaitingCounts(streams: 1, suspended: 0))
        isPaused.withLock { $0 = false }
        while await worker.publishDue() {}
        #expect(published.published == events)
    }

    @Test("After many events of one customer, another customer's event stream gets its turn")
    func turns() async throws {
        let stage = try await Stage()
        var reason = TransactionSnapshot.Reason.purchase
        for number in 1...80 {
            let start = Sample.beginning + .days(Int64(30 * number))
            let period = Sample.period("\(number)", of: "1", at: start, reason: reason)
            reason = .renewal
            _ = try await stage.repository.record(Sample.notification(UInt64(number), about: period))
        }
        let long = Int(try await stage.repository.read { view in try view.newestEventPosition(of: Sample.app) })
        try #require(long > 120)
        let worker = stage.worker()
        #expect(await worker.publishDue())
        #expect(stage.diary.published.count == 100, "Five batches, and then the event stream is due again.")
        let other = try await stage.happens(500)
        #expect(await worker.publishDue())
        #expect(Array(stage.diary.published[100..<(100 + other.count)]) == other, "New events come first.")
        while await worker.publishDue() {}
        #expect(stage.diary.published.count == long + other.count)
        #expect(Set(stage.diary.published).count == long + other.count)
    }

    @Test("A receiver's request to wait is obeyed")
    func retryAfter() async throws {
        let stage = try await Stage()
        _ = try await stage.happens(1)
        stage.diary.state.withLock { state in
            state.isDead = true
            state.answer = { now in
                .failed(DeliveryFailure(code: "status", status: 429, at: now), retryAfter: .seconds(600))
            }
        }
        let worker = stage.worker()
        while await worker.publishDue() {}
        stage.clock.advance(by: .seconds(599))
        #expect(await worker.publishDue() == false)
        stage.clock.advance(by: .seconds(1))
        #expect(await worker.publishDue())
    }

    @Test("An endpoint that answers 410 gets nothing more, and events wait for it")
    func gone() async throws {
        let stage = try await Stage()
        let events = try await stage.happens(1)
        stage.diary.state.withLock { state in
            state.isDead = true
            state.answer = { now in .gone(DeliveryFailure(code: "status", status: 410, at: now)) }
        }
        _ = await stage.worker().publishDue()
        #expect(try await stage.endpointNow()?.state == .gone)
        #expect(try await stage.counts().streams == 1)
        try await stage.repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0[0].state = .active } }
        stage.diary.state.withLock { $0.isDead = false }
        let worker = stage.worker()
        while await worker.publishDue() {}
        #expect(stage.diary.published == events)
    }

    @Test("Events outside of the filter are not sent, and block nothing")
    func filter() async throws {
        let stage = try await Stage(filter: WebhookFilter(patterns: ["subscription.renewed"]))
        _ = try await stage.happens(1)
        let renewal = Sample.period("12", of: "11", at: Sample.beginning + .days(30), reason: .renewal)
        _ = try await stage.repository.record(Sample.notification(99, about: renewal))
        let worker = stage.worker()
        while await worker.publishDue() {}
        let stream = EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("11")))
        let events = try await stage.repository.read { view in try view.events(of: stream, after: 0, limit: 10) }
        #expect(stage.diary.published == events.filter { $0.name == .subscriptionRenewed }.map(\.id))
        #expect(stage.diary.published.count == 1)
        #expect(try await stage.counts().streams == 0)
    }

    @Test("The event streams of a worker that died are continued by the next, which repeats from the last known event")
    func crash() async throws {
        let stage = try await Stage()
        let events = try await stage.happens(1)
        let now = stage.clock.now
        // The worker that died has leased the event stream and sent the first event without storing that.
        _ = try await stage.repository.leaseStreams(
            for: stage.endpoint.sink,
            of: Sample.app,
            at: now,
            until: now + .seconds(60),
            limit: 10
        )
        let worker = stage.worker()
        #expect(await worker.publishDue() == false, "The lease still runs.")
        stage.clock.advance(by: .seconds(60))
        while await worker.publishDue() {}
        #expect(stage.diary.published == events)
    }

    @Test("Replayed events arrive again in order with the same ids, then the new ones")
    func replay() async throws {
        let stage = try await Stage()
        let first = try await stage.happens(1)
        let worker = stage.worker()
        while await worker.publishDue() {}
        try await stage.repository.write { unit in
            try unit.changeWebhooks(of: Sample.app) { $0[0].replay = WebhookReplay(1...2) }
        }
        let again = WebhookReplay(1...2)
        #expect(try await stage.endpointNow()?.replay == again)
        let count = try await stage.repository.write { unit in
            try unit.advanceReplay(of: stage.endpoint.id, app: Sample.app, limit: 100)
        }
        #expect(count == 2)
        let second = try await stage.happens(2)
        while await worker.publishDue() {}
        #expect(stage.diary.published.filter(first.contains) == first + first)
        #expect(stage.diary.published.filter(second.contains) == second)
    }
}
