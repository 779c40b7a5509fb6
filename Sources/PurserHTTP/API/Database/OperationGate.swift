import Hummingbird
import NIOCore
import PurserService
import Synchronization

/// A gate that runs one long operation at a time, because each reads the whole database, and cancels it when the server
/// stops.
package final class OperationGate: Sendable {
    private struct State {
        var isStopping = false
        var work: Task<Void, Never>?
    }

    private let state = Mutex(State())

    /// Creates an open gate.
    package init() {}

    /// Returns a response that streams the messages of an operation, one JSON object per line; the operation ends with
    /// the connection.
    func stream(_ work: @escaping @Sendable (@escaping Operations.Report) async -> Void) -> Response {
        let body = ResponseBody { writer in
            let (events, task) = self.begin(work)
            var failure: (any Error)?
            do {
                for await event in events {
                    try await writer.write(ByteBuffer(bytes: event.json + [UInt8(ascii: "\n")]))
                }
            } catch {
                // The client closed the connection, so the operation ends.
                failure = error
            }
            if let task { await self.end(task) }
            if let failure { throw failure }
            // This comes last, so that a client that has read the end can start the next operation.
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: Self.mediaType], body: body)
    }

    /// Performs an operation if none is running, and returns its messages when it has ended.
    func run(_ work: @escaping @Sendable (@escaping Operations.Report) async -> Void) async -> [OperationEvent] {
        let (events, task) = self.begin(work)
        var all: [OperationEvent] = []
        for await event in events { all.append(event) }
        if let task { await self.end(task) }
        return all
    }

    /// The media type of a stream with one JSON object per line.
    static let mediaType = "application/x-ndjson"

    /// Starts an operation if none is running, and returns its messages; otherwise the only message says that one is
    /// running.
    ///
    /// The caller passes a returned task to `end`, even if it has not read all messages.
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
                        detail:
                            "Another backup, check, verification or fetch of reports is running; wait until it ends."
                    )
                )
            )
            continuation.finish()
        }
        return (events, task)
    }

    /// Cancels an operation that has not ended, and opens the gate when it has.
    private func end(_ task: Task<Void, Never>) async {
        task.cancel()
        await task.value
        self.state.withLock { $0.work = nil }
    }

    /// Cancels the running operation and all later ones.
    package func stop() {
        let work = self.state.withLock { state in
            state.isStopping = true
            return state.work
        }
        work?.cancel()
    }
}
