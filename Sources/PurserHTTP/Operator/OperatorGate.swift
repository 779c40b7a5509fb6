import PurserService
import Synchronization

/// Lets one long piece of an operator's work run at a time, because each reads all of the database, and breaks it off
/// when the server stops.
package final class OperatorGate: Sendable {
    private struct State {
        var isStopping = false
        var work: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// A gate with nobody in it.
    package init() {}

    /// Begins the work if the place is free, and returns what it says; if it is not free, that says so.
    ///
    /// Whoever is given a task ends it with `end`, however far he has listened.
    func begin(
        _ work: @escaping @Sendable (@escaping Operations.Report) async -> Void
    ) -> (events: AsyncStream<OperationEvent>, task: Task<Void, Never>?) {
        let (events, continuation) = AsyncStream<OperationEvent>.makeStream()
        let task: Task<Void, Never>? = self.state.withLock { state in
            guard state.work == nil else { return nil }
            let task = Task(priority: .utility) {
                await work { event in continuation.yield(event) }
                continuation.finish()
            }
            state.work = task
            if state.isStopping { task.cancel() }
            return task
        }
        if task == nil {
            continuation.yield(
                .failure(
                    OperationFailure(
                        code: "operation_running",
                        detail: "Another backup, check or verification is running; wait until it has ended."
                    )
                )
            )
            continuation.finish()
        }
        return (events, task)
    }

    /// Breaks the work off, if it has not ended by itself, and frees the place once it has.
    func end(_ task: Task<Void, Never>) async {
        task.cancel()
        await task.value
        self.state.withLock { $0.work = nil }
    }

    /// Breaks off what runs and lets nobody in any more.
    package func stop() {
        let work = self.state.withLock { state in
            state.isStopping = true
            return state.work
        }
        work?.cancel()
    }
}
