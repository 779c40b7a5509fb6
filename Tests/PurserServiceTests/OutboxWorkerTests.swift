import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct OutboxWorkerTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// A sink that records its events, and fails as configured.
    private final class Diary: Sendable {
        let published = Mutex<[Event]>([])
        let failures: Mutex<Int>

        init(failures: Int = 0) {
            self.failures = Mutex(failures)
        }

        /// Half of the events that it reports as lost have arrived.
        func deliver(_ events: [Event]) -> EventSink.Delivery {
            let left = self.failures.withLock { failures in
                defer { failures = max(0, failures - 1) }
                return failures
            }
            if left % 2 == 0 { self.published.withLock { $0 += events } }
            return left > 0 ? .later(.seconds(10)) : .taken
        }
    }

    @Test("Two workers publish everything, each event stream in order, and every event once without failures")
    func twoWorkers() async throws {
        let repository = InMemoryRepository()
        let diary = Diary()
        let sink = EventSink(name: SinkName("test"), app: Sample.app) { diary.deliver($0) }
        try await repository.write { unit in try unit.setSinks([sink.name], of: Sample.app) }
        let expected = try await Self.fill(repository, chains: 40)
        let workers = (0..<2).map { _ in Self.worker(sink, repository, SharedInstant(Sample.beginning)) }
        await withTaskGroup(of: Void.self) { group in
            for worker in workers { group.addTask { while await worker.publishPending() {} } }
        }
        let published = diary.published.withLock { $0 }
        #expect(published.count == expected.count)
        #expect(Set(published) == Set(expected))
        for (_, events) in Dictionary(grouping: published, by: \.stream) {
            #expect(events.map(\.number) == Array(1...Int64(events.count)))
        }
    }

    @Test("Events that a sink did not accept come again, and no later event comes before an earlier one")
    func failures() async throws {
        let repository = InMemoryRepository()
        let diary = Diary(failures: 9)
        let sink = EventSink(name: SinkName("test"), app: Sample.app) { diary.deliver($0) }
        try await repository.write { unit in try unit.setSinks([sink.name], of: Sample.app) }
        let expected = try await Self.fill(repository, chains: 3)
        let clock = SharedInstant(Sample.beginning)
        let worker = Self.worker(sink, repository, clock)
        for _ in 0..<20 {
            while await worker.publishPending() {}
            clock.advance(by: .seconds(10))
        }
        let published = diary.published.withLock { $0 }
        #expect(Set(published) == Set(expected))
        #expect(published.count > expected.count, "Some events came twice.")
        for (_, events) in Dictionary(grouping: published, by: \.stream) {
            var next: Int64 = 1
            for event in events {
                #expect(event.number <= next)
                next = max(next, event.number + 1)
            }
        }
    }

    @Test("A reader that asks for events after the last date loses some, and the test detects it")
    func pollerBySequence() async throws {
        var lostByPoller = 0
        for seed in UInt64(1)...20 {
            var generator = SeededGenerator(seed: seed)
            let repository = InMemoryRepository()
            let diary = Diary()
            let sink = EventSink(name: SinkName("test"), app: Sample.app) { diary.deliver($0) }
            try await repository.write { unit in try unit.setSinks([sink.name], of: Sample.app) }
            let worker = Self.worker(sink, repository, SharedInstant(Sample.beginning))
            // Each unit of work has the date of its arrival, and is committed in another order.
            var units = (0..<12).map { number in
                var unit = Sample.notification(UInt64(number), about: Sample.period("\(number)", of: "\(number)"))
                unit.receivedAt = Sample.beginning + .seconds(Int64(number))
                return unit
            }
            for _ in 0..<4 {
                let place = generator.number(below: units.count - 1)
                units.swapAt(place, place + 1)
            }
            var polled: Set<Event> = []
            var watermark = Sample.beginning - .days(1)
            var all: [Event] = []
            for unit in units {
                _ = try await repository.record(unit)
                let stream = EventStream(
                    app: Sample.app,
                    subject: .chain(.production, unit.transactions[0].originalTransactionID)
                )
                all += try await repository.read { view in try view.events(of: stream, after: 0, limit: 10) }
                let later = all.filter { $0.occurredAt > watermark }
                polled.formUnion(later)
                watermark = later.map(\.occurredAt).max() ?? watermark
                while await worker.publishPending() {}
            }
            lostByPoller += Set(all).subtracting(polled).count
            #expect(Set(diary.published.withLock { $0 }) == Set(all), "Seed \(seed): the worker tells everything.")
        }
        #expect(lostByPoller > 0)
    }

    @Test("A file has each event on its own line, and an incomplete line is removed")
    func file() async throws {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "purser-events-\(ProcessInfo.processInfo.globallyUniqueString)"
        ).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let repository = InMemoryRepository()
        let sink = try EventFile(path: path).sink(for: Sample.app)
        try await repository.write { unit in try unit.setSinks([sink.name], of: Sample.app) }
        let expected = try await Self.fill(repository, chains: 2)
        let worker = Self.worker(sink, repository, SharedInstant(Sample.beginning))
        while await worker.publishPending() {}
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == expected.count)
        #expect(Set(lines.map(String.init)) == Set(expected.map { String(decoding: $0.json, as: UTF8.self) }))
        for line in lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(object?["data"] is [String: Any])
        }

        let torn = try #require(FileHandle(forWritingAtPath: path))
        try torn.seekToEnd()
        try torn.write(contentsOf: Data(#"{"name":"transac"#.utf8))
        try torn.close()
        _ = try EventFile(path: path)
        #expect(try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count == lines.count)
    }

    private static func fill(_ repository: any Repository, chains: Int) async throws -> [Event] {
        var streams: [EventStream] = []
        for number in 0..<chains {
            let id = "\(1000 + number)"
            for turn in 0..<3 {
                let period = Sample.period(
                    "\(number)00\(turn)",
                    of: id,
                    at: Sample.beginning + .days(Int64(turn) * 30),
                    reason: turn == 0 ? .purchase : .renewal
                )
                _ = try await repository.record(Sample.notification(UInt64(number * 10 + turn), about: period))
            }
            streams.append(EventStream(app: Sample.app, subject: .chain(.production, OriginalTransactionID(id))))
        }
        var events: [Event] = []
        for stream in streams {
            events += try await repository.read { view in try view.events(of: stream, after: 0, limit: 100) }
        }
        return events
    }

    private static func worker(
        _ sink: EventSink,
        _ repository: any Repository,
        _ clock: SharedInstant
    ) -> OutboxWorker<ContinuousClock> {
        OutboxWorker(
            sink: sink,
            repository: repository,
            now: { clock.now },
            logger: Self.logger,
            clock: ContinuousClock()
        )
    }
}
