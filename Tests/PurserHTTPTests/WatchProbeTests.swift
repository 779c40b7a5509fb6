import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Synchronization
import Testing

@Suite struct WatchProbeTests {
    /// A repository that counts how often the history is read.
    private struct Counting: ObservedRepository {
        let base: any Repository = InMemoryRepository()
        let state = State()

        final class State: Sendable {
            let count = Mutex(0)
            let failure = Mutex<RepositoryError?>(nil)
            let now = Mutex(Sample.beginning + .seconds(30))
        }

        var count: Int { self.state.count.withLock { $0 } }

        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            guard call.isFrom("read") else { return }
            self.state.count.withLock { $0 += 1 }
            if let failure = self.state.failure.withLock({ $0 }) { throw failure }
        }
    }

    /// Keeps a metric of a minute, as the leader does at its end.
    private static func watch(_ minute: Int64, in repository: any Repository) async throws {
        let number = MetricResolution.minute.row(ofPoint: minute)
        var metric = MetricRow(MetricRow.ID(MetricKey("purser_commits_total"), .minute, number), .count)
        metric.add(0, atPoint: minute)
        var evaluations = MetricRow(MetricRow.ID(WatchProbe.evaluations, .minute, number), .count)
        evaluations.add(1, atPoint: minute)
        try await repository.write { [metric, evaluations] unit in
            try unit.aggregate([metric, evaluations], removing: [], droppingBefore: [:])
        }
    }

    private let repository = Counting()

    @Test(
        "A stranger hears how long ago the leader watched, and after three minutes that it does not",
        arguments: [0, 59]
    )
    func age(placeInRow: Int64) async throws {
        let stage = try AuthenticationStage(repository: self.repository)
        let new = try await stage.send(.get, "/health/watch", key: nil)
        #expect(new.status == .ok && new.text == #"{"status":"starting"}"#)
        stage.pass(.minutes(3))
        let none = try await stage.send(.get, "/health/watch", key: nil)
        #expect(none.status == .serviceUnavailable && none.text == #"{"status":"not watching"}"#)
        // The first and the last minute of a row, so that the age reaches into the next one.
        let hour = MetricResolution.minute.row(ofPoint: MetricResolution.minute.point(of: stage.shop.ambient.now())) + 1
        let minute = hour * 60 + placeInRow
        try await Self.watch(minute, in: self.repository)
        let end = MetricResolution.minute.begin(ofPoint: minute + 1)
        stage.shop.setNow(end + .seconds(2))
        let fresh = try await stage.send(.get, "/health/watch", key: nil)
        #expect(fresh.status == .ok && fresh.text == #"{"ageSeconds":2,"status":"watching"}"#, "\(fresh.text)")
        stage.shop.setNow(end + Span(milliseconds: 179_999))
        #expect(try await stage.send(.get, "/health/watch", key: nil).status == .ok)
        stage.shop.setNow(end + .minutes(3))
        let late = try await stage.send(.get, "/health/watch", key: nil)
        #expect(late.status == .serviceUnavailable, "\(late.text)")
        #expect(late.text == #"{"ageSeconds":180,"status":"not watching"}"#)
    }

    @Test("While metrics are kept and no alarm is evaluated, the server does not watch")
    func notEvaluated() async throws {
        let stage = try AuthenticationStage(repository: self.repository)
        stage.pass(.minutes(3))
        let hour = MetricResolution.minute.row(ofPoint: MetricResolution.minute.point(of: stage.shop.ambient.now())) + 1
        let minute = hour * 60
        for (metric, counts) in [
            (MetricKey("purser_commits_total"), [0, 0, 0, 0, 0]), (WatchProbe.evaluations, [1, 0, 0, 0, 0]),
        ] {
            var row = MetricRow(MetricRow.ID(metric, .minute, hour), .count)
            for (offset, count) in counts.enumerated() { row.add(Double(count), atPoint: minute + Int64(offset)) }
            try await self.repository.write { [row] unit in try unit.aggregate([row], removing: [], droppingBefore: [:])
            }
        }
        let end = MetricResolution.minute.begin(ofPoint: minute + 5)
        stage.shop.setNow(end - .seconds(1))
        #expect(try await stage.send(.get, "/health/watch", key: nil).status == .ok)
        stage.shop.setNow(end + .seconds(5))
        let late = try await stage.send(.get, "/health/watch", key: nil)
        #expect(late.status == .serviceUnavailable, "\(late.text)")
    }

    @Test("The metrics are read once in five seconds for any number of requests, even if they cannot be read")
    func flood() async throws {
        let stage = try AuthenticationStage(repository: self.repository)
        let minute = MetricResolution.minute.point(of: stage.shop.ambient.now()) - 1
        try await Self.watch(minute, in: self.repository)
        for _ in 0..<20 { #expect(try await stage.send(.get, "/health/watch", key: nil).status == .ok) }
        #expect(self.repository.count == 1)
        self.repository.state.failure.withLock { $0 = .unavailable }
        stage.pass(.minutes(3))
        stage.shop.setNow(stage.shop.ambient.now() + .seconds(5))
        for _ in 0..<20 {
            let answer = try await stage.send(.get, "/health/watch", key: nil)
            #expect(answer.status == .serviceUnavailable && answer.text == #"{"status":"not watching"}"#)
        }
        #expect(self.repository.count == 2)
    }

    @Test("A clock that was turned back is no reason to believe what was read, and metrics of the future are fresh")
    func turnedBack() async throws {
        let state = self.repository.state
        let probe = WatchProbe(
            repository: self.repository,
            ambient: Ambient(now: { state.now.withLock { $0 } }, randomBytes: { Sample.bytes($0, seed: 1) })
        )
        let minute = MetricResolution.minute.point(of: Sample.beginning)
        try await Self.watch(minute, in: self.repository)
        #expect(await probe.age() == .zero)
        state.now.withLock { $0 = $0 - .seconds(1) }
        #expect(await probe.age() == .zero)
        #expect(self.repository.count == 2)
    }
}
