import Ledger
import PurserService
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct MetricSamplingWorkerTests {
    private let stage = WatchStage()
    private static let first = MetricResolution.minute.point(of: WatchStage.beginning)

    /// Lets the worker look at the clock once more.
    private func look() async {
        while self.stage.clock.sleeperCount < 1 { await Task.yield() }
        self.stage.clock.advance(by: MetricSamplingWorker<ManualClock>.interval)
        while self.stage.clock.sleeperCount < 1 { await Task.yield() }
    }

    @Test("A node stores a sample each minute, none while the leader takes it, and a goodbye when it stops")
    func samples() async throws {
        let repository = InMemoryRepository()
        let sampler = self.stage.metrics.sampler()
        let worker = self.stage.node("node", sampler, repository)
        let task = Task { try await worker.run() }
        await self.look()
        #expect(
            try await repository.read { view in try view.samples(through: .max) }.isEmpty,
            "It begins with the next minute."
        )
        self.stage.metrics.commit(2)
        self.stage.time.advance(by: .minutes(1))
        await self.look()
        let samples = try await repository.read { view in try view.samples(through: .max) }
        #expect(samples.map(\.sample.minute) == [Self.first])
        #expect(samples.first?.sample.values.map(\.value) == [2])
        sampler.isLeading = true
        self.stage.time.advance(by: .minutes(1))
        await self.look()
        #expect(try await repository.read { view in try view.samples(through: .max) }.count == 1)
        self.stage.metrics.commit(5)
        task.cancel()
        try await task.value
        let last = try await repository.read { view in try view.samples(through: .max) }.last
        #expect(last?.sample.minute == Self.first + 2)
        #expect(last?.sample.values.first?.value == 5)
        #expect(last?.sample.values.contains(NodeRoster.goodbye) == true)
    }

    @Test("A sample that cannot be written is stored with the next one")
    func outage() async throws {
        let repository = CutRepository(base: InMemoryRepository())
        let worker = self.stage.node("node", self.stage.metrics.sampler(), repository)
        repository.isCut = true
        self.stage.metrics.commit(2)
        await worker.put(atMinute: Self.first)
        self.stage.metrics.commit(3)
        await worker.put(atMinute: Self.first + 1)
        repository.isCut = false
        await worker.put(atMinute: Self.first + 2)
        let samples = try await repository.read { view in try view.samples(through: .max) }
        #expect(samples.map(\.sample.minute) == [Self.first, Self.first + 1, Self.first + 2])
        #expect(samples.map { $0.sample.values.first?.value } == [2, 3, 0])
    }

    @Test("A clock that goes back slightly passes no boundary twice, and one that was wrong by hours is followed")
    func boundaries() {
        var boundaries = MinuteBoundaries()
        func ended(_ seconds: Int64) -> Int64? {
            boundaries.ended(at: WatchStage.beginning + .seconds(seconds)).map { $0 - Self.first }
        }
        #expect(ended(0) == nil)
        #expect(ended(59) == nil)
        #expect(ended(60) == 0)
        #expect(ended(59) == nil)
        #expect(ended(60) == nil)
        #expect(ended(600) == 9)
        #expect(ended(-7200) == -121)
        #expect(ended(-7140) == -120)
    }
}
