import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct SharedWorkWatchTests {
    @Test("Work that another node commits wakes the workers of this node within a second")
    func otherNode() async throws {
        // The repository reports nothing to this node, as that of another process.
        let repository = InMemoryRepository()
        let signals = WorkSignals()
        let clock = ManualClock()
        let looks = Atomic<Int>(0)
        try await repository.write { unit in try unit.setSinks([SinkName("test")], of: Sample.app) }
        let watch = SharedWorkWatch(apps: [Sample.app], repository: repository, signals: signals, clock: clock)
        let loop = WorkLoop(
            kinds: [.eventStreams],
            signals: signals,
            interval: .zero,
            clock: clock,
            now: { Sample.beginning }
        )
        let watching = Task { try await watch.run() }
        let working = Task {
            await loop.run {
                looks.add(1, ordering: .sequentiallyConsistent)
                return false
            } nextDueAt: {
                nil
            }
        }
        func pass(_ duration: Duration, until isSo: () -> Bool = { false }) async {
            let end = clock.now.advanced(by: duration)
            while clock.now < end, !isSo() {
                while clock.sleeperCount < 2, !isSo() { await Task.yield() }
                clock.advance(by: .milliseconds(50))
                for _ in 0..<50 { await Task.yield() }
            }
        }
        await pass(.seconds(10))
        let before = looks.load(ordering: .sequentiallyConsistent)
        #expect(before == 1, "Nothing waits.")
        _ = try await repository.record(Sample.notification(1, about: Sample.period("1", of: "1")))
        let begun = clock.now
        await pass(.seconds(5)) { looks.load(ordering: .sequentiallyConsistent) > before }
        let time = begun.duration(to: clock.now)
        #expect(looks.load(ordering: .sequentiallyConsistent) > before)
        #expect(time <= SharedWorkWatch<ManualClock>.longestInterval + .milliseconds(500))
        watching.cancel()
        working.cancel()
        await working.value
        try await watching.value
    }
}
