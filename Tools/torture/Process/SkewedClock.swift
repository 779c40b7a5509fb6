import Hummingbird
import Logging
import Synchronization

/// The clock that the server follows: behind or ahead of the messages, as the nemesis sets it.
final class SkewedClock: Sendable {
    private struct State {
        var offset: Int64 = 0
        var stoppedAt: Int64?
    }

    private let front: @Sendable () -> Int64
    private let state = Mutex(State())

    /// Creates a clock that follows the signed dates of the messages; `front` returns the latest of them in
    /// milliseconds since 1970.
    init(front: @escaping @Sendable () -> Int64) {
        self.front = front
    }

    /// Sets the clock ahead or, with a negative number, behind.
    func jump(milliseconds: Int64) { self.state.withLock { $0.offset = milliseconds } }

    /// Stops the clock.
    func stop(at milliseconds: Int64) { self.state.withLock { $0.stoppedAt = milliseconds } }

    private var now: Int64 {
        let state = self.state.withLock { $0 }
        return state.stoppedAt ?? self.front() + state.offset
    }

    /// Answers over HTTP until the task is canceled; calls the closure with the URL once it listens.
    func serve(onListening: @escaping @Sendable (_ url: String) async -> Void) async throws {
        let router = Router()
        router.get("clock") { _, _ in
            #"{"now":\#(self.now)}"#
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                await onListening("http://127.0.0.1:\(channel.localAddress?.port ?? 0)/clock")
            },
            logger: Logger(label: "clock") { _ in SwiftLogNoOpLogHandler() }
        )
        try await application.run()
    }
}
