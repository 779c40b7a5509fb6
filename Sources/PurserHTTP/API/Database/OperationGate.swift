import Hummingbird
import NIOCore
import PurserService
import Synchronization

/// Lets one long operation run at a time, because each reads all of the database, and cancels it when the server stops.
package final class OperationGate: Sendable {
    private struct State {
        var isStopping = false
        var work: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// A gate that nothing has passed.
    package init() {}

    /// Returns a response that streams what an operation reports, one JSON object a line; it ends with the connection.
    func stream(_ work: @escaping @Sendable (@escaping Operations.Report) async -> Void) -> Response {
        let body = ResponseBody { writer in
            let (events, task) = self.begin(work)
            var failure: (any Error)?
            do {
                for await event in events {
                    try await writer.write(ByteBuffer(bytes: event.json + [UInt8(ascii: "\n")]))
                }
            } catch {
                // The client is gone, so the operation ends.
                failure = error
            }
            if let task { await self.end(task) }
            if let failure { throw failure }
            // Last, so that a client that has read the end can begin the next operation.
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: Self.mediaType], body: body)
    }

    /// The media type of a stream: one JSON object a line.
    static let mediaType = "application/x-ndjson"

    /// Begins an operation if none runs, and returns what it reports; if one runs, the only event says so.
    ///
    /// The caller passes a returned task to `end`, however far it has listened.
    private func begin(
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
                        detail: "Another backup, check, verification or fetch of reports is running; wait for its end."
                    )
                )
            )
            continuation.finish()
        }
        return (events, task)
    }

    /// Cancels an operation that has not ended, and opens the gate once it has.
    private func end(_ task: Task<Void, Never>) async {
        task.cancel()
        await task.value
        self.state.withLock { $0.work = nil }
    }

    /// Cancels what runs, and what begins from now on.
    package func stop() {
        let work = self.state.withLock { state in
            state.isStopping = true
            return state.work
        }
        work?.cancel()
    }
}
