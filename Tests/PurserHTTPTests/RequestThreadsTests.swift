import Dispatch
import Foundation
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Synchronization
import Testing

/// Requests with a key never stand between Apple and the ledger.
@Suite(.timeLimit(.minutes(5)))
struct RequestThreadsTests {
    /// A repository whose reads hold their thread until the test lets them go.
    private struct Holding: ObservedRepository {
        /// What the reads wait for.
        final class Gate: Sendable {
            /// Longer than anything that a busy machine takes for one notification.
            private static let patience = DispatchTimeInterval.seconds(60)
            private let opening = DispatchSemaphore(value: 0)
            let hasTimedOut = Mutex(false)

            func open(for count: Int) {
                for _ in 0..<count { self.opening.signal() }
            }

            func wait() {
                if self.opening.wait(timeout: .now() + Self.patience) == .timedOut {
                    self.hasTimedOut.withLock { $0 = true }
                }
            }
        }

        let base: any Repository
        let gate = Gate()
        let begun: AsyncStream<Void>.Continuation

        func willRun(_ call: RepositoryCall) async {
            guard call.isFrom("orders") else { return }
            self.begun.yield()
            self.gate.wait()
        }
    }

    @Test("Reads that hold every thread on which they run hold up no notification")
    func notifications() async throws {
        let (beginnings, begun) = AsyncStream<Void>.makeStream()
        let repository = Holding(base: InMemoryRepository(), begun: begun)
        let server = try TestServer(shop: TestShop(repository: repository))
        let reads = 4 * ProcessInfo.processInfo.activeProcessorCount
        try await server.run { client in
            try await withThrowingTaskGroup { group in
                for _ in 0..<reads {
                    group.addTask { try await client.send(.get, "/v1/orders?limit=200", key: TestServer.key).status }
                }
                // As many as there are threads have begun, so no further one can.
                var count = 0
                for await _ in beginnings {
                    count += 1
                    if count == ProcessInfo.processInfo.activeProcessorCount { break }
                }
                let answer = try await client.notify(server.shop.notification())
                #expect(answer.text == #"{"outcome":"recorded"}"#)
                let hasTimedOut = repository.gate.hasTimedOut.withLock(\.self)
                #expect(!hasTimedOut, "It waited for the reads.")
                repository.gate.open(for: reads)
                for try await status in group { #expect(status == .ok) }
            }
        }
    }
}
