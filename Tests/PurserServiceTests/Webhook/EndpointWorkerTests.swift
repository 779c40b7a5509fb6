import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct EndpointWorkerTests {
    /// A receiver who writes down what he is told and answers as he is told to.
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

    /// A shop with one endpoint and a clock that the test turns.
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
            try await self.repository.changeWebhooks(of: Sample.app) { $0 = [endpoint] }
        }

        /// A worker as a fresh process has one; `current` is how it finds the endpoint, if not as it was made.
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
            return try await self.repository.events(of: stream, after: 0, limit: 10).map(\.id)
        }

        func counts() async throws -> WaitingCounts {
            try await self.repository.waitingCounts(of: self.endpoint.sink, app: Sample.app)
        }

        func endpointNow() async throws -> WebhookEndpoint? {
            try await self.repository.webhooks(of: Sample.app).first
        }
    }

    @Test("Every event arrives once, each event stream in order, and the endpoint's health says so")
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
        let health = try await stage.repository.health(of: stage.endpoint.id, app: Sample.app)
        #expect(health.deliveredAt == Sample.beginning)
        #expect(health.failingSince == nil)
    }

    @Test("Where nothing can be signed what happens waits and the health says why; later it arrives")
    func unable() async throws {
        let stage = try await Stage()
        let events = try await stage.happens(1)
        stage.diary.state.withLock { state in
            state.isDead = true
            state.answer = { _ in .unable(code: "webhook_key_changed") }
        }
        let worker = stage.worker()
        while await worker.publishDue() {}
        let health = try await stage.repository.health(of: stage.endpoint.id, app: Sample.app)
        #expect(health.failure?.code == "webhook_key_changed")
        #expect(health.failingSince == Sample.beginning)
        #expect(try await stage.counts() == WaitingCounts(streams: 1, suspended: 0))
        stage.clock.advance(by: .days(30))
        while await worker.publishDue() {}
        #expect(try await stage.counts() == WaitingCounts(streams: 1, suspended: 0), "It is not suspended for that.")
        stage.diary.state.withLock { $0.isDead = false }
        stage.clock.advance(by: .minutes(1))
        while await worker.publishDue() {}
        #expect(stage.diary.published == events)
        #expect(try await stage.repository.health(of: stage.endpoint.id, app: Sample.app).failingSince == nil)
    }

    @Test(
        "An event that fails holds up its own event stream only, comes again by the schedule, and is suspended after three days"
    )
    func failing() async throws {
        let stage = try await Stage()
        let first = try await stage.happens(1)
        let second = try await stage.happens(2)
        stage.diary.state.withLock { $0.failing = [first[1]] }
        let worker = stage.worker()
        while await worker.publishDue() {}
        #expect(stage.diary.published.filter(first.contains) == [first[0]], "What came before it has arrived.")
        #expect(stage.diary.published.filter(second.contains) == second, "The other event stream is told.")
        var waits: [Int64] = []
        for _ in 0..<60 {
            let waiting = try await stage.repository.waitingStreams(
                of: stage.endpoint.sink,
                app: Sample.app,
                after: nil,
                limit: 2
            )
            #expect(waiting.count == 1)
            guard let dueAt = waiting.first?.dueAt else { break }
            waits.append((dueAt - stage.clock.now).milliseconds / 1000)
            stage.clock.advance(by: dueAt - stage.clock.now)
            // Others are told meanwhile, so the endpoint counts as one that answers.
            _ = try await stage.happens(100 + waits.count)
            while await worker.publishDue() {}
        }
        #expect(Array(waits.prefix(9)) == [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 14_400])
        #expect(try await stage.counts() == WaitingCounts(streams: 1, suspended: 1))
        #expect(stage.clock.now - Sample.beginning >= RetrySchedule.patience)
        stage.diary.state.withLock { $0.failing = [] }
        stage.clock.advance(by: .days(100))
        while await worker.publishDue() {}
        #expect(!stage.diary.published.contains(first[1]), "What is suspended waits for a person.")
        _ = try await stage.repository.retryStreams(
            of: stage.endpoint.sink,
            app: Sample.app,
            withSuspended: true,
            limit: 10
        )
        while await worker.publishDue() {}
        #expect(stage.diary.published.filter(first.contains) == first)
    }

    @Test("A dead endpoint is tried now and then, and when it is back everything comes at once")
    func dead() async throws {
        let stage = try await Stage()
        var expected: [EventID] = []
        for chain in 1...200 { expected += try await stage.happens(chain) }
        stage.diary.state.withLock { state in
            state.isDead = true
            state.answer = { now in .failed(DeliveryFailure(code: "timed_out", at: now), retryAfter: nil) }
        }
        let worker = stage.worker()
        // An hour, looked at every second.
        for _ in 0..<3600 {
            _ = await worker.publishDue()
            stage.clock.advance(by: .seconds(1))
        }
        let attempts = stage.diary.state.withLock { $0.attempts }
        #expect(attempts >= 200, "The first look has tried them all: \(attempts).")
        #expect(attempts < 450, "Then an attempt every half minute: \(attempts).")
        #expect(try await stage.counts() == WaitingCounts(streams: 200, suspended: 0), "Nothing is lost.")
        stage.diary.state.withLock { $0.isDead = false }
        for _ in 0..<60 {
            while await worker.publishDue() {}
            stage.clock.advance(by: .seconds(1))
        }
        #expect(
            Set(stage.diary.published) == Set(expected),
            "Within a minute, not when each event stream's wait is over."
        )
        #expect(try await stage.counts() == WaitingCounts(streams: 0, suspended: 0))
    }

    @Test(
        "What a receiver refuses of some customers holds up no others, keeps its waits, and is suspended after three days"
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
                try #require(events.allSatisfy(stage.diary.published.contains), "Told at the next look, hour \(hour).")
                if hour > 2 { break }
                stage.clock.advance(by: .seconds(60))
            }
            if hour > 2 { stage.clock.advance(by: .minutes(60)) }
        }
        let attempts = stage.diary.state.withLock { $0.attempts } - stage.diary.published.count
        #expect(attempts < 30 * 40, "They come by the schedule, however often others arrive: \(attempts).")
        #expect(try await stage.counts() == WaitingCounts(streams: 30, suspended: 30))
    }

    @Test("What was written for a filter that became wider is told, although the worker has not heard of it")
    func widerFilter() async throws {
        let stage = try await Stage(filter: WebhookFilter(patterns: ["subscription.renewed"]))
        let old = try await stage.endpointNow()
        let worker = stage.worker(current: { old })
        try await stage.repository.changeWebhooks(of: Sample.app) { $0[0].filter = WebhookFilter() }
        let events = try await stage.happens(1)
        while await worker.publishDue() {}
        #expect(stage.diary.published == events)
    }

    @Test("An endpoint that is paused is sent nothing more from the next attempt on, and goes on where it was")
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

    @Test("Who has been told much of one customer has another's turn between")
    func turns() async throws {
        let stage = try await Stage()
        var reason = TransactionSnapshot.Reason.purchase
        for number in 1...80 {
            let start = Sample.beginning + .days(Int64(30 * number))
            let period = Sample.period("\(number)", of: "1", at: start, reason: reason)
            reason = .renewal
            _ = try await stage.repository.record(Sample.notification(UInt64(number), about: period))
        }
        let long = Int(try await stage.repository.newestEventPosition(of: Sample.app))
        try #require(long > 120)
        let worker = stage.worker()
        #expect(await worker.publishDue())
        #expect(stage.diary.published.count == 100, "Five batches, and then the event stream is due again.")
        let other = try await stage.happens(500)
        #expect(await worker.publishDue())
        #expect(Array(stage.diary.published[100..<(100 + other.count)]) == other, "What is new comes first.")
        while await worker.publishDue() {}
        #expect(stage.diary.published.count == long + other.count)
        #expect(Set(stage.diary.published).count == long + other.count)
    }

    @Test("A receiver who asks to be left alone is")
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

    @Test("An endpoint that answers 410 is sent nothing more, and what happens waits for it")
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
        try await stage.repository.changeWebhooks(of: Sample.app) { $0[0].state = .active }
        stage.diary.state.withLock { $0.isDead = false }
        let worker = stage.worker()
        while await worker.publishDue() {}
        #expect(stage.diary.published == events)
    }

    @Test("What the filter keeps back is not sent, and holds up nothing")
    func filter() async throws {
        let stage = try await Stage(filter: WebhookFilter(patterns: ["subscription.renewed"]))
        _ = try await stage.happens(1)
        let renewal = Sample.period("12", of: "11", at: Sample.beginning + .days(30), reason: .renewal)
        _ = try await stage.repository.record(Sample.notification(99, about: renewal))
        let worker = stage.worker()
        while await worker.publishDue() {}
        let stream = EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("11")))
        let events = try await stage.repository.events(of: stream, after: 0, limit: 10)
        #expect(stage.diary.published == events.filter { $0.name == .subscriptionRenewed }.map(\.id))
        #expect(stage.diary.published.count == 1)
        #expect(try await stage.counts().streams == 0)
    }

    @Test("A worker that died leaves its event streams to the next, which tells them again from where they were")
    func crash() async throws {
        let stage = try await Stage()
        let events = try await stage.happens(1)
        let now = stage.clock.now
        // The one that died has leased the event stream and told the first event, and nobody knows.
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

    @Test("Replayed events come again in order with the same names, then what is new")
    func replay() async throws {
        let stage = try await Stage()
        let first = try await stage.happens(1)
        let worker = stage.worker()
        while await worker.publishDue() {}
        try await stage.repository.changeWebhooks(of: Sample.app) { $0[0].replay = WebhookReplay(1...2) }
        let again = WebhookReplay(1...2)
        #expect(try await stage.endpointNow()?.replay == again)
        let count = try await stage.repository.advanceReplay(of: stage.endpoint.id, app: Sample.app, limit: 100)
        #expect(count == 2)
        let second = try await stage.happens(2)
        while await worker.publishDue() {}
        #expect(stage.diary.published.filter(first.contains) == first + first)
        #expect(stage.diary.published.filter(second.contains) == second)
    }
}
