import Foundation
import Testing

/// Runs the tests of a suite on threads of their own, on which they may block while they wait for another program.
///
/// All other tests share as many threads as there are processors, or little more. A few that wait there for a child
/// process stop everybody else, servers under test among them.
struct OwnThreads: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    @concurrent func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let threads = BlockableThreads()
        defer { threads.finish() }
        try await withTaskExecutorPreference(threads) { try await function() }
    }
}

extension Trait where Self == OwnThreads {
    /// The tests run on threads of their own, which may block.
    static var onThreadsOfItsOwn: Self { OwnThreads() }
}
