import Synchronization

/// A queue that reads one report at a time in this process, on its own thread.
///
/// The text of a report has up to 512 MB, and reading it takes seconds without suspension. So at most one text is in
/// memory, and neither short requests nor Apple's notifications wait for it.
package final class ReportQueue: Sendable {
    /// The queue of this process.
    package static let shared = ReportQueue()

    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let thread = ThreadExecutor(count: 1, named: "purser-report")

    private init() {}

    /// The number of waiting calls.
    package var waitingCount: Int { self.state.withLock { $0.waiting.count } }

    /// Runs work after all earlier work; the work must not call `run` itself.
    package func run<Answer: Sendable, Failure>(
        _ work: @concurrent () async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        await self.take()
        let result: Result<Answer, Failure>
        do throws(Failure) {
            let answer = try await withTaskExecutorPreference(self.thread) { @concurrent () async throws(Failure) in
                try await Self.start(work)
            }
            result = .success(answer)
        } catch {
            result = .failure(error)
        }
        await self.leave()
        return try result.get()
    }

    /// Runs the work on the preferred executor; inlining it would let the optimizer drop the executor change.
    @concurrent
    @inline(never)
    private static func start<Answer: Sendable, Failure>(
        _ work: @concurrent () async throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        try await work()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = self.state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    /// Passes the turn to the work that has waited longest, on the caller's executor instead of the thread.
    @concurrent
    @inline(never)
    private func leave() async {
        let next = self.state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
