import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct RevocationManualClockTests {
    private final class Log: Sendable {
        private let entries = Mutex<[Int]>([])

        var all: [Int] { self.entries.withLock { $0 } }

        func append(_ entry: Int) {
            self.entries.withLock { $0.append(entry) }
        }
    }

    @Test("A sleeper wakes when the clock has passed its time, and not before")
    func sleepers() async throws {
        let clock = ManualClock()
        let woken = Log()
        await withTaskGroup(of: Void.self) { group in
            for seconds in [3, 1, 2] {
                group.addTask {
                    try? await clock.sleep(for: .seconds(seconds))
                    woken.append(seconds)
                }
            }
            while clock.sleeperCount < 3 { await Task.yield() }
            for seconds in 1...3 {
                clock.advance(by: .milliseconds(999))
                #expect(woken.all.count == seconds - 1)
                clock.advance(by: .milliseconds(1))
                while woken.all.count < seconds { await Task.yield() }
            }
        }
        #expect(woken.all == [1, 2, 3])
        #expect(clock.elapsedMilliseconds == 3000)
    }

    @Test("A canceled sleeper wakes with an error, and one whose time is past does not sleep")
    func cancellation() async throws {
        let clock = ManualClock()
        let task = Task { try await clock.sleep(for: .seconds(1)) }
        while clock.sleeperCount < 1 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.sleeperCount == 0)
        try await clock.sleep(until: clock.now, tolerance: nil)
    }
}
