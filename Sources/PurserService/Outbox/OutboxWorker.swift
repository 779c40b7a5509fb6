package import Ledger
package import Logging
import Metrics
import ServiceLifecycle

/// The worker that publishes to a sink what it has not received yet, each event stream in order and many event streams
/// at once.
///
/// It leases event streams, not events: the leases of a worker that dies expire, and an event that waits delays only
/// its own event stream. An event counts as published once the sink has accepted it and that is on disk. After a
/// failure it is delivered again, but never out of order before its first arrival.
package struct OutboxWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two looks for something to publish.
    package static var interval: Duration { .milliseconds(100) }
    /// The duration of an event stream's lease; longer than a sink may take for one batch.
    package static var lease: Span { .seconds(60) }
    /// The maximum number of event streams leased at once.
    package static var streams: Int { 64 }
    /// The maximum number of events of an event stream delivered at once.
    package static var batch: Int { 100 }

    let sink: EventSink
    let repository: any Repository
    let now: @Sendable () -> Instant
    let signals: WorkSignals?
    let logger: Logger
    let clock: C

    /// Creates a worker for one sink; `now` is real time, because leases concern workers and not purchases.
    package init(
        sink: EventSink,
        repository: any Repository,
        now: @escaping @Sendable () -> Instant,
        signals: WorkSignals? = nil,
        logger: Logger,
        clock: C
    ) {
        self.sink = sink
        self.repository = repository
        self.now = now
        self.signals = signals
        self.logger = logger
        self.clock = clock
    }

    /// Publishes until the server stops.
    package func run() async throws {
        let loop = WorkLoop(
            kinds: [.eventStreams],
            signals: self.signals,
            interval: Self.interval,
            clock: self.clock,
            now: self.now
        )
        await loop.run {
            await self.publishPending()
        } nextDueAt: {
            try await self.repository.nextDueAt(of: .eventStreams, apps: [self.sink.app])
        }
    }

    /// Publishes what is pending now; returns whether there may be more.
    package func publishPending() async -> Bool {
        do throws(RepositoryError) {
            let now = self.now()
            let leases = try await self.repository.leaseStreams(
                for: self.sink.name,
                of: self.sink.app,
                at: now,
                until: now + Self.lease,
                limit: Self.streams
            )
            await withTaskGroup(of: Void.self) { group in
                for lease in leases { group.addTask { await self.publish(lease) } }
            }
            return !leases.isEmpty
        } catch {
            self.logger.error("Events cannot be published now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    /// Counts the published events, and records the age of the last one.
    private func count(_ events: [Event]) {
        let sink = [("app", self.sink.app.rawValue), ("sink", self.sink.name.rawValue)]
        Counter(label: "purser_events_published_total", dimensions: sink).increment(by: events.count)
        guard let last = events.last else { return }
        Gauge(label: "purser_events_lag_seconds", dimensions: sink)
            .record(Double(max(0, self.now().milliseconds - last.occurredAt.milliseconds)) / 1000)
    }

    /// Publishes one event stream until everything is published, returned or lost.
    private func publish(_ lease: EventStreamLease) async {
        var next = lease.nextNumber
        do throws(RepositoryError) {
            while true {
                let events = try await self.repository.read { [next] view in
                    try view.events(of: lease.stream, after: next - 1, limit: Self.batch)
                }
                guard let last = events.last else { return }
                switch await self.sink.deliver(events) {
                case .taken: self.count(events)
                case .later(let span):
                    try await self.repository.write { unit in try unit.putBack(lease, until: self.now() + span) }
                    return
                }
                let until = self.now() + Self.lease
                switch try await self.repository.write({ unit in
                    try unit.acknowledge(lease, through: last.number, until: until)
                }) {
                case .more: next = last.number + 1
                case .done, .lost: return
                }
            }
        } catch {
            // The lease expires by itself, and the event stream is leased again.
            self.logger.error("An event stream cannot be published now.", metadata: ["code": "\(error.code)"])
        }
    }
}
