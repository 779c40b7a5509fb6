package import Ledger
package import Logging
import Metrics
import ServiceLifecycle

/// Tells a sink what it has not been told yet, each lane in order and many lanes at once.
///
/// It leases lanes, not events: a worker that dies loses its lanes when their leases run out, and an event that waits
/// holds up its own lane only. An event counts as told once the sink has taken it and that is on disk, so after a failure
/// it comes again, and never out of order before its first arrival.
package struct OutboxWorker<C: Clock<Duration>>: Service {
    /// How often the books are asked when there was nothing to tell.
    package static var interval: Duration { .milliseconds(100) }
    /// How long a lane is leased; longer than a sink may take for one batch.
    package static var lease: Span { .seconds(60) }
    /// The most lanes leased at once.
    package static var lanes: Int { 64 }
    /// The most events of a lane handed over at once.
    package static var batch: Int { 100 }

    let sink: EventSink
    let repository: any Repository
    let now: @Sendable () -> Instant
    let logger: Logger
    let clock: C

    /// A worker for one sink; `now` is real time, because leases are about workers and not about purchases.
    package init(
        sink: EventSink,
        repository: any Repository,
        now: @escaping @Sendable () -> Instant,
        logger: Logger,
        clock: C
    ) {
        self.sink = sink
        self.repository = repository
        self.now = now
        self.logger = logger
        self.clock = clock
    }

    /// Tells until the server stops.
    package func run() async throws {
        await Sweep(interval: Self.interval, clock: self.clock).run { await self.tellPending() }
    }

    /// Tells what is pending now, and says whether there may be more.
    package func tellPending() async -> Bool {
        do throws(RepositoryError) {
            let now = self.now()
            let leases = try await self.repository.leaseLanes(
                for: self.sink.name,
                of: self.sink.app,
                at: now,
                until: now + Self.lease,
                limit: Self.lanes
            )
            await withTaskGroup(of: Void.self) { group in
                for lease in leases { group.addTask { await self.tell(lease) } }
            }
            return !leases.isEmpty
        } catch {
            self.logger.error("Events cannot be told now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    /// Counts what was told, and how old the last of it was.
    private func count(_ events: [Event]) {
        let sink = [("app", self.sink.app.rawValue), ("sink", self.sink.name.rawValue)]
        Counter(label: "purser_events_told_total", dimensions: sink).increment(by: events.count)
        guard let last = events.last else { return }
        Gauge(label: "purser_events_lag_seconds", dimensions: sink)
            .record(Double(max(0, self.now().milliseconds - last.occurredAt.milliseconds)) / 1000)
    }

    /// Tells one lane until it is told, put back or lost.
    private func tell(_ lease: LaneLease) async {
        var next = lease.nextNumber
        do throws(RepositoryError) {
            while true {
                let events = try await self.repository.events(of: lease.lane, after: next - 1, limit: Self.batch)
                guard let last = events.last else { return }
                switch await self.sink.deliver(events) {
                case .taken: self.count(events)
                case .later(let span):
                    try await self.repository.putBack(lease, until: self.now() + span)
                    return
                }
                let until = self.now() + Self.lease
                switch try await self.repository.acknowledge(lease, through: last.number, until: until) {
                case .more: next = last.number + 1
                case .done, .lost: return
                }
            }
        } catch {
            // The lease runs out by itself, and the lane comes again.
            self.logger.error("A lane cannot be told now.", metadata: ["code": "\(error.code)"])
        }
    }
}
