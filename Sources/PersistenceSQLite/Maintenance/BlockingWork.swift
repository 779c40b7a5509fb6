import Foundation
import GRDB
import Synchronization

/// Blocking work on a disk, on a thread of its own, so that it never blocks a thread of Swift's pool.
final class BlockingWork: Sendable {
    private struct State {
        var isCanceled = false
        var connection: DatabaseQueue?
    }

    private let state = Mutex(State())

    /// Runs the work on a new thread and returns when it has ended; canceling the task stops it.
    ///
    /// When this returns, the work and everything that it held, including locks, are released.
    static func run<Outcome: Sendable>(
        _ work: @escaping @Sendable (BlockingWork) throws -> Outcome
    ) async throws -> Outcome {
        let handle = BlockingWork()
        let held = Mutex<(@Sendable (BlockingWork) throws -> Outcome)?>(work)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let perform: @Sendable () -> Result<Outcome, any Error> = {
                    Result {
                        guard let work = held.withLock({ $0.take() }) else { throw MaintenanceError.canceled }
                        return try work(handle)
                    }
                }
                let thread = Thread { continuation.resume(with: perform()) }
                thread.name = "purser-sqlite-maintenance"
                thread.start()
            }
        } onCancel: {
            handle.cancel()
        }
    }

    /// Throws if the task was canceled.
    func checkCancellation() throws {
        if self.state.withLock({ $0.isCanceled }) { throw MaintenanceError.canceled }
    }

    /// Registers the connection whose statement is interrupted when the task is canceled.
    func use(_ connection: DatabaseQueue) throws {
        self.state.withLock { $0.connection = connection }
        try self.checkCancellation()
    }

    private func cancel() {
        let connection = self.state.withLock { state in
            state.isCanceled = true
            return state.connection
        }
        connection?.interrupt()
    }
}
