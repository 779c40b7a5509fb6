import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct WorkSignalsTests {
    /// A worker whose looks the test counts, and holds up.
    private final class Worker: Sendable {
        let signals = WorkSignals()
        let clock = ManualClock()
        let looks = Atomic<Int>(0)
        private let next: Mutex<Result<Instant?, RepositoryError>>
        private let interval: Duration
        private let onLook: @Sendable () async -> Void

        /// Creates a worker; `next` is the due date of what each look leaves.
        init(
            next: Result<Instant?, RepositoryError> = .success(nil),
            interval: Duration = .zero,
            onLook: @escaping @Sendable () async -> Void = {}
        ) {
            self.next = Mutex(next)
            self.interval = interval
            self.onLook = onLook
        }

        /// The ledger's time, which advances with the clock.
        var now: Instant { Sample.beginning + Span(milliseconds: self.clock.elapsedMilliseconds) }

        var lookCount: Int { self.looks.load(ordering: .sequentiallyConsistent) }

        /// Runs the worker while a body runs.
        func running(
            kinds: Set<WorkKind> = [.eventStreams],
            now: (@Sendable () -> Instant)? = nil,
            catchUp: (@Sendable () async throws -> Void)? = nil,
            withSignals: Bool = true,
            _ body: () async throws -> Void
        ) async rethrows {
            let loop = WorkLoop(
                kinds: kinds,
                signals: withSignals ? self.signals : nil,
                interval: self.interval,
                clock: self.clock,
                now: now ?? { self.now },
                catchUp: catchUp
            )
            let task = Task {
                await loop.run {
                    self.looks.add(1, ordering: .sequentiallyConsistent)
                    await self.onLook()
                    return false
                } nextDueAt: {
                    try self.next.withLock { $0 }.get()
                }
            }
            defer { task.cancel() }
            try await body()
            task.cancel()
            // A stop ends the wait, or the test never ends.
            await task.value
        }

        /// Waits until the worker rests after so many looks.
        func rests(after count: Int) async {
            while self.lookCount < count || self.clock.sleeperCount == 0 { await Task.yield() }
        }

        /// Advances the clock in steps of a tenth of a second until the worker has looked so often, and returns how
        /// long that took.
        func timeUntilLook(_ count: Int) async -> Duration {
            let begun = self.clock.now
            while self.lookCount < count {
                if self.clock.sleeperCount > 0 { self.clock.advance(by: .milliseconds(100)) }
                for _ in 0..<100 where self.lookCount < count { await Task.yield() }
            }
            return begun.duration(to: self.clock.now)
        }
    }

    /// Committed work, and what a worker has done of it.
    private final class Ledger: Sendable {
        private let counts = Mutex((committed: 0, done: 0))

        func commit() { self.counts.withLock { $0.committed += 1 } }

        func doAll() { self.counts.withLock { $0.done = $0.committed } }

        var doneCount: Int { self.counts.withLock { $0.done } }
    }

    @Test("No report is lost between a look and the wait, whatever the order of commits and looks")
    func noLostReport() async {
        let ledger = Ledger()
        let worker = Worker { ledger.doAll() }
        await worker.running {
            for round in 1...200 {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<10 {
                        group.addTask {
                            ledger.commit()
                            worker.signals.report(.eventStreams)
                        }
                    }
                }
                // The clock stands still, so only a report makes the worker look.
                while ledger.doneCount < round * 10 { await Task.yield() }
            }
        }
        #expect(ledger.doneCount == 2000)
    }

    @Test("Many reports during one look cause one further look")
    func manyReports() async {
        let (gates, gate) = AsyncStream<Void>.makeStream()
        let gateTurn = Mutex(true)
        let worker = Worker {
            guard
                gateTurn.withLock({ isFirst in
                    defer { isFirst = false }
                    return isFirst
                })
            else { return }
            for await _ in gates { break }
        }
        await worker.running {
            while worker.lookCount < 1 { await Task.yield() }
            for _ in 0..<1000 { worker.signals.report(.eventStreams) }
            gate.yield()
            await worker.rests(after: 2)
            #expect(worker.lookCount == 2)
        }
    }

    @Test("Reports of other kinds wake no worker")
    func otherKinds() async {
        let worker = Worker()
        await worker.running {
            await worker.rests(after: 1)
            worker.signals.report(.refunds)
            let time = await worker.timeUntilLook(2)
            #expect(time >= WorkSignals.longestRest - .milliseconds(100), "Only the longest rest ends.")
        }
    }

    @Test("Reports within the interval after a look wait for its end, and wake the worker once")
    func interval() async {
        let worker = Worker(interval: .seconds(2))
        await worker.running {
            while worker.lookCount < 1 { await Task.yield() }
            worker.signals.report(.eventStreams)
            let time = await worker.timeUntilLook(2)
            #expect(time >= .milliseconds(1900) && time < WorkSignals.longestRest)
        }
    }

    @Test("The worker looks when the work becomes due that its last look left, by the injected clock")
    func dueDate() async {
        let worker = Worker(next: .success(Sample.beginning + .seconds(10)))
        await worker.running {
            await worker.rests(after: 1)
            let time = await worker.timeUntilLook(2)
            #expect(time >= .milliseconds(9900) && time < WorkSignals.longestRest)
        }
    }

    @Test("A report of work that is due later, but before what is known, wakes the worker at its date")
    func earlierDate() async {
        let worker = Worker(next: .success(Sample.beginning + .seconds(20)))
        await worker.running {
            await worker.rests(after: 1)
            var work = DueWork()
            work.add(.eventStreams, dueAt: Sample.beginning + .seconds(5))
            worker.signals.report(work)
            let time = await worker.timeUntilLook(2)
            #expect(time >= .milliseconds(4900) && time < .seconds(20))
        }
    }

    @Test(
        "A look that fails, or leaves work that is due already, is not repeated at once",
        arguments: [
            Result<Instant?, RepositoryError>.failure(.unavailable), .success(DueWork.atOnce),
        ]
    )
    func failingLook(next: Result<Instant?, RepositoryError>) async {
        let worker = Worker(next: next)
        await worker.running {
            await worker.rests(after: 1)
            let time = await worker.timeUntilLook(4)
            #expect(time >= .milliseconds(2900) && time < WorkSignals.longestRest, "Three pauses of a second.")
        }
    }

    @Test("A jump of a simulated clock wakes the worker whose date it passes; real time does not")
    func simulatedClock() async {
        let time = SharedInstant(Sample.beginning)
        let worker = Worker(next: .success(Sample.beginning + .days(31)))
        let now: @Sendable () -> Instant = { time.now }
        let catchUp: @Sendable () async -> Void = {}
        await worker.running(kinds: [.stateChanges], now: now, catchUp: catchUp) {
            await worker.rests(after: 1)
            time.advance(by: .days(30))
            worker.signals.clockReached(time.now)
            for _ in 0..<100 { await Task.yield() }
            #expect(worker.lookCount == 1)
            time.advance(by: .days(1))
            // The watch of the clock reports again and again.
            while worker.lookCount < 2 {
                worker.signals.clockReached(time.now)
                await Task.yield()
            }
        }
        #expect(worker.clock.elapsedMilliseconds == 0)
    }

    @Test("Without signals the worker looks at each interval")
    func polling() async {
        let worker = Worker(interval: .seconds(2))
        await worker.running(withSignals: false) {
            await worker.rests(after: 1)
            worker.signals.report(.eventStreams)
            let time = await worker.timeUntilLook(3)
            #expect(time >= .milliseconds(3900) && time < .seconds(10))
        }
    }

    @Test("A worker on a repository that reports its commits publishes an event without a timer")
    func outbox() async throws {
        let signals = WorkSignals()
        let clock = ManualClock()
        let repository = InMemoryRepository { signals.report($0) }
        let published = Atomic<Int>(0)
        let sink = EventSink(name: SinkName("test"), app: Sample.app) { events in
            published.add(events.count, ordering: .sequentiallyConsistent)
            return .taken
        }
        try await repository.write { unit in try unit.setSinks([sink.name], of: Sample.app) }
        let worker = OutboxWorker(
            sink: sink,
            repository: repository,
            now: { Sample.beginning + Span(milliseconds: clock.elapsedMilliseconds) },
            signals: signals,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: clock
        )
        let task = Task { try await worker.run() }
        while clock.sleeperCount == 0 { await Task.yield() }
        _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
        while published.load(ordering: .sequentiallyConsistent) == 0 {
            // Only the interval between two looks passes.
            if clock.now.offset < OutboxWorker<ManualClock>.interval { clock.advance(by: .milliseconds(100)) }
            await Task.yield()
        }
        #expect(clock.now.offset <= OutboxWorker<ManualClock>.interval)
        task.cancel()
        try await task.value
    }

    /// A repository that counts the units of work.
    private final class CountedRepository: ObservedRepository {
        let base: any Repository
        private let calls = Atomic<Int>(0)

        init(_ base: any Repository) {
            self.base = base
        }

        var callCount: Int { self.calls.load(ordering: .sequentiallyConsistent) }

        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            self.calls.add(1, ordering: .sequentiallyConsistent)
        }
    }

    @Test("The worker of an endpoint sends an event when it is committed, and asks nothing while nothing happens")
    func endpoint() async throws {
        let signals = WorkSignals()
        let clock = ManualClock()
        let repository = CountedRepository(InMemoryRepository { signals.report($0) })
        let endpoint = WebhookEndpoint(
            id: WebhookID("we_1"),
            app: Sample.app,
            content: .events,
            address: "https://shop.example.com",
            title: "shop",
            createdAt: Sample.beginning,
            createdBy: "test"
        )
        try await repository.write { unit in try unit.changeWebhooks(of: Sample.app) { $0 = [endpoint] } }
        let sent = Atomic<Int>(0)
        let worker = EndpointWorker(
            for: endpoint,
            health: WebhookHealth(),
            repository: repository,
            ambient: Ambient(
                now: { Sample.beginning + Span(milliseconds: clock.elapsedMilliseconds) },
                randomBytes: { Array(repeating: 128, count: $0) }
            ),
            signals: signals,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: clock,
            current: { endpoint },
            send: { _, _ in
                sent.add(1, ordering: .sequentiallyConsistent)
                return .arrived
            }
        )
        func pass(_ duration: Duration, until isSo: () -> Bool = { false }) async {
            let end = clock.now.advanced(by: duration)
            while clock.now < end, !isSo() {
                while clock.sleeperCount == 0, !isSo() { await Task.yield() }
                clock.advance(by: .milliseconds(50))
                for _ in 0..<100 where !isSo() { await Task.yield() }
            }
        }
        let task = Task { await worker.run() }
        await pass(.seconds(1))
        let begun = clock.now
        _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
        await pass(.seconds(20)) { sent.load(ordering: .sequentiallyConsistent) > 0 }
        #expect(sent.load(ordering: .sequentiallyConsistent) > 0)
        #expect(begun.duration(to: clock.now) < .seconds(2))
        // The health is written at most five seconds later.
        await pass(.seconds(8))
        let count = repository.callCount
        await pass(.seconds(15))
        #expect(repository.callCount == count)
        task.cancel()
        await task.value
    }
}
