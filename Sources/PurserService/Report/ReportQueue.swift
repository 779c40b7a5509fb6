import Synchronization

/// Lets the process read one report at a time, on a thread of its own.
///
/// The text of a report has up to 512 MB, and reading it suspends nowhere for seconds. So one text at most is in
/// memory, and neither short requests nor Apple's notifications wait for it.
package final class ReportQueue: Sendable {
    /// Those of this process.
    package static let shared = ReportQueue()

    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let thread = ThreadExecutor(count: 1, named: "purser-report")

    private init() {}

    /// How many wait for their turn.
    package var waitingCount: Int { self.state.withLock { $0.waiting.count } }

    /// Does work when no other is done any more; the work must not ask for a turn itself.
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

    /// Begins the work on the preferred executor: the optimizer would leave out the change if it saw the caller.
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

    /// Passes the turn on to the work that has waited longest, on the executor of the caller and no longer on the
    /// thread.
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
