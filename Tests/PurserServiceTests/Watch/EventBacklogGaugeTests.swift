import Ledger
import Logging
import PurserService
import PurserTesting
import Testing

@Suite struct EventBacklogGaugeTests {
    @Test("A sink that receives nothing has a growing backlog, and none once it has received everything")
    func refusing() async throws {
        let repository = InMemoryRepository()
        let clock = SharedInstant(Sample.beginning)
        let name = SinkName("file")
        let refusing = EventSink(name: name, app: Sample.app) { _ in .later(.seconds(10)) }
        let taking = EventSink(name: name, app: Sample.app) { _ in .taken }
        try await repository.write { unit in try unit.setSinks([name], of: Sample.app) }
        _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
        let stream = EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID("1")))
        let first = try #require(
            try await repository.read { view in try view.events(of: stream, after: 0, limit: 1) }.first
        )
        func worker(_ sink: EventSink) -> OutboxWorker<ContinuousClock> {
            OutboxWorker(
                sink: sink,
                repository: repository,
                now: { clock.now },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                clock: ContinuousClock()
            )
        }
        let gauge = EventBacklogGauge(repository: repository, sinks: [refusing])
        let series = "{app=\"\(Sample.app.rawValue)\",sink=\"file\"}"

        let waiting = CountedMetrics()
        try await waiting.counting {
            _ = await worker(refusing).publishPending()
            await gauge.record(at: first.occurredAt + .seconds(1200))
        }
        #expect(waiting.series(of: "purser_events_oldest_seconds") == ["\(series) 1200"])
        #expect(waiting.series(of: "purser_events_lag_seconds") == [], "Nothing has arrived.")

        let received = CountedMetrics()
        try await received.counting {
            clock.advance(by: .minutes(1))
            while await worker(taking).publishPending() {}
            await gauge.record(at: first.occurredAt + .seconds(1200))
        }
        #expect(received.series(of: "purser_events_oldest_seconds") == [], "It is 0.")
    }
}
