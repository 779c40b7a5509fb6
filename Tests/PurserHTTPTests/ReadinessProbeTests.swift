import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Synchronization
import Testing

@Suite struct ReadinessProbeTests {
    /// A repository that counts the writes tried to find out whether one would reach the disk.
    private struct Counting: ObservedRepository {
        let base: any Repository = InMemoryRepository()
        let state = State()
        /// Awaited by each such write before it fails or does not.
        var meanwhile: @Sendable () async -> Void = {}

        final class State: Sendable {
            let count = Mutex(0)
            let failure = Mutex<RepositoryError?>(nil)
            let asked = Mutex(0)
            let now = Mutex(Sample.beginning)
        }

        var count: Int { self.state.count.withLock { $0 } }

        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            guard call.isWrite, call.isFrom("tried") else { return }
            self.state.count.withLock { $0 += 1 }
            await self.meanwhile()
            if let failure = self.state.failure.withLock({ $0 }) { throw failure }
        }
    }

    private static func isReady(_ probe: ReadinessProbe) async -> Bool {
        guard case .success = await probe.outcome() else { return false }
        return true
    }

    @Test("A success is good for a second and no longer, and not after the clock was turned back")
    func kept() async {
        let repository = Counting()
        let state = repository.state
        let probe = ReadinessProbe(repository: repository, now: { state.now.withLock { $0 } })
        for _ in 0..<3 { #expect(await Self.isReady(probe)) }
        #expect(repository.count == 1)
        state.now.withLock { $0 = $0 + Span(milliseconds: 999) }
        #expect(await Self.isReady(probe))
        #expect(repository.count == 1)
        state.now.withLock { $0 = $0 + Span(milliseconds: 1) }
        #expect(await Self.isReady(probe))
        #expect(repository.count == 2)
        state.now.withLock { $0 = Sample.beginning }
        #expect(await Self.isReady(probe))
        #expect(repository.count == 3)
    }

    @Test("A failure is not kept, and ends what was good before")
    func failed() async {
        let repository = Counting()
        let state = repository.state
        let probe = ReadinessProbe(
            repository: repository,
            now: { state.now.withLock { $0 } },
            validity: .minutes(1)
        )
        #expect(await Self.isReady(probe))
        state.failure.withLock { $0 = .full }
        #expect(await Self.isReady(probe))
        state.now.withLock { $0 = $0 + .minutes(1) }
        for _ in 0..<2 { #expect(await !Self.isReady(probe)) }
        #expect(repository.count == 3)
        state.failure.withLock { $0 = nil }
        #expect(await Self.isReady(probe))
        #expect(repository.count == 4)
    }

    @Test("All who ask while a write is on its way share its outcome")
    func shared() async {
        let callers = 8
        var repository = Counting()
        let state = repository.state
        // The write ends once everybody has asked: each of them has looked at the clock.
        repository.meanwhile = { while state.asked.withLock({ $0 < callers }) { await Task.yield() } }
        state.failure.withLock { $0 = .full }
        let probe = ReadinessProbe(
            repository: repository,
            now: {
                state.asked.withLock { $0 += 1 }
                return Sample.beginning
            }
        )
        let ready = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<callers { group.addTask { await Self.isReady(probe) } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ready == 0)
        #expect(repository.count == 1)
    }

    @Test("A client that asks repeatedly over HTTP causes one write a second")
    func overHTTP() async throws {
        let repository = Counting()
        let stage = try AuthenticationStage(repository: repository)
        for _ in 0..<5 {
            let ready = try await stage.send(.get, "/health/ready", key: nil)
            #expect(ready.status == .ok)
            #expect(ready["status"] == .string("ready"))
        }
        #expect(repository.count == 1)
        stage.pass(.seconds(1))
        _ = try await stage.send(.get, "/health/ready", key: nil)
        #expect(repository.count == 2)
    }
}
