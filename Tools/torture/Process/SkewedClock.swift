import Hummingbird
import Logging
import Synchronization

/// The clock that the server follows: a little behind or ahead of what is being sent, as the nemesis likes.
final class SkewedClock: Sendable {
    private struct State {
        var offset: Int64 = 0
        var stoppedAt: Int64?
    }

    private let front: @Sendable () -> Int64
    private let state = Mutex(State())

    /// A clock that goes with the signed dates of what is sent; `front` is the latest of them in milliseconds since
    /// 1970.
    init(front: @escaping @Sendable () -> Int64) {
        self.front = front
    }

    /// Lets it be ahead by so much from now on, or behind.
    func jump(milliseconds: Int64) { self.state.withLock { $0.offset = milliseconds } }

    /// Lets it stand still.
    func stop(at milliseconds: Int64) { self.state.withLock { $0.stoppedAt = milliseconds } }

    private var now: Int64 {
        let state = self.state.withLock { $0 }
        return state.stoppedAt ?? self.front() + state.offset
    }

    /// Answers over HTTP until it is canceled; says where once it listens.
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
