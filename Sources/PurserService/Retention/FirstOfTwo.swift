import Synchronization

/// A race of some work against a time: one of them is first, and the other one is told that it is not.
final class FirstOfTwo: Sendable {
    private let isTaken = Mutex(false)

    /// Whether whoever asks is the first to ask.
    private func take() -> Bool {
        self.isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    /// What work brings before a time is over, or `nil`: then it goes on alone, and is told so when it asks.
    ///
    /// The work asks once, when nothing is left to do but to hand its answer out.
    static func answer<Answer: Sendable>(
        before end: Task<Void, Never>,
        _ work: @escaping @Sendable (_ isWanted: @Sendable () -> Bool) async -> Answer?
    ) async -> Answer? {
        let race = FirstOfTwo()
        let (answers, come) = AsyncStream<Answer?>.makeStream()
        Task {
            come.yield(await work { race.take() })
            come.finish()
        }
        Task {
            await end.value
            if race.take() { come.yield(nil) }
        }
        for await answer in answers { return answer }
        return nil
    }
}
