import AppStore
import Foundation
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReportQueueTests {
    /// A repository that counts concurrent reads of files, and records their threads.
    private struct Watching: ObservedRepository {
        final class Notes: Sendable {
            struct Found: Hashable {
                var most = 0
                var threads: Set<ObjectIdentifier> = []
            }

            private struct State {
                var count = 0
                var found = Found()
            }

            private let state = Mutex(State())

            var found: Found { self.state.withLock { $0.found } }

            func begin() {
                let thread = ObjectIdentifier(Thread.current)
                self.state.withLock { state in
                    state.count += 1
                    state.found.most = max(state.found.most, state.count)
                    state.found.threads.insert(thread)
                }
            }

            func end() { self.state.withLock { $0.count -= 1 } }
        }

        let base: any Repository
        let notes = Notes()

        /// Waits before each read of a file, so that one that does not wait for its turn is seen beside it.
        func willRun(_ call: RepositoryCall) async throws(RepositoryError) {
            guard Self.isRead(call) else { return }
            self.notes.begin()
            for _ in 0..<50 { await Task.yield() }
        }

        func didRun(_ call: RepositoryCall, _ outcome: any Sendable) async throws(RepositoryError) {
            if Self.isRead(call) { self.notes.end() }
        }

        /// Whether a call is `ReportService.file(of:app:)`, which reads all parts of a report's file.
        private static func isRead(_ call: RepositoryCall) -> Bool { call.isFrom("file") }
    }

    @Test("Of concurrently read reports one is in memory at a time, on a dedicated thread")
    func oneAtATime() async throws {
        let repository = Watching(base: InMemoryRepository())
        let service = ReportService(
            repository: repository,
            ambient: Ambient(now: { Sample.beginning }, randomBytes: { [UInt8](repeating: 7, count: $0) })
        )
        let record = try await service.add(
            ReportSample.sales(),
            named: "report.txt",
            to: Sample.app,
            origin: .file,
            by: RequestOrigin(name: "anna")
        ).record
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { try await service.read(record, of: Sample.app) { $0.columns.count } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [Int](repeating: ReportSample.salesColumns.count, count: 8))
        let found = repository.notes.found
        #expect(found.most == 1 && found.threads.count == 1)
    }

    @Test("A report that cannot be read does not delay others")
    func failure() async throws {
        struct Mistake: Error {}
        for _ in 0..<3 {
            await #expect(throws: Mistake.self) {
                try await ReportQueue.shared.run { () async throws(Mistake) -> Int in throw Mistake() }
            }
        }
        #expect(await ReportQueue.shared.run { () async throws(Never) -> Int in 3 } == 3)
    }
}
