import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct SaleDerivationServiceTests {
    /// A repository with so many steps to do, which can fail.
    private final class Steps: RepositoryAround {
        struct Count {
            var remaining: Int
            var asked = 0
            var most = 0
            var failures: Int
        }

        let base: any Repository = InMemoryRepository()
        let count: Mutex<Count>

        init(_ steps: Int, failures: Int = 0) {
            self.count = Mutex(Count(remaining: steps, failures: failures))
        }

        func hasAllSales() async throws(RepositoryError) -> Bool {
            self.count.withLock { $0.remaining == 0 }
        }

        func deriveSales(limit: Int) async throws(RepositoryError) -> Bool {
            let more: Bool? = self.count.withLock { count in
                count.asked += 1
                count.most = max(count.most, limit)
                guard count.failures == 0 else {
                    count.failures -= 1
                    return nil
                }
                count.remaining -= 1
                return count.remaining > 0
            }
            guard let more else { throw .unavailable }
            return more
        }
    }

    private static func states(of steps: Steps, count: Int) async -> [SaleDerivationService<ContinuousClock>.State] {
        let service = SaleDerivationService(
            repository: steps,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: .continuous
        )
        var states = [SaleDerivationService<ContinuousClock>.State.unknown]
        for _ in 0..<count { states.append(await service.advance(states[states.count - 1])) }
        return states
    }

    @Test("The sales of earlier purchases are derived step by step, once")
    func derives() async {
        let steps = Steps(3)
        let states = await Self.states(of: steps, count: 6)
        #expect(states == [.unknown, .deriving, .deriving, .deriving, .done, .done, .done])
        #expect(steps.count.withLock { $0.asked } == 3)
        let none = Steps(0)
        #expect(await Self.states(of: none, count: 2) == [.unknown, .done, .done])
        #expect(none.count.withLock { $0.asked } == 0)
    }

    @Test("Where no server runs, what is missing is derived when it is needed; where one does, its service does it")
    func derivesWhenNeeded() async throws {
        let steps = Steps(3)
        #expect(try await !SaleDerivation(repository: steps).isComplete())
        #expect(steps.count.withLock { $0.asked } == 0)
        #expect(try await SaleDerivation(repository: steps, derives: true).isComplete())
        #expect(steps.count.withLock { $0.asked } == 3)
    }

    @Test("After a failure the derivation is tried again")
    func fails() async {
        let states = await Self.states(of: Steps(1, failures: 1), count: 4)
        #expect(states == [.unknown, .deriving, .unknown, .deriving, .done])
    }

    @Test("Between two small steps others may write")
    func pauses() async throws {
        let steps = Steps(3)
        let clock = ManualClock()
        let service = SaleDerivationService(
            repository: steps,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: clock
        )
        let running = Task { try await service.run() }
        for asked in 0..<3 {
            while clock.sleeperCount == 0 { await Task.yield() }
            #expect(steps.count.withLock { $0.asked } == asked)
            clock.advance(by: SaleDerivationService<ManualClock>.pause)
        }
        while steps.count.withLock({ $0.remaining }) > 0 { await Task.yield() }
        #expect(steps.count.withLock { $0.most } <= 20)
        running.cancel()
        try await running.value
    }
}
