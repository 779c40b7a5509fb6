import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A receiver of webhooks in the test's own process, which writes down what comes.
final class CallReceiver: Sendable {
    /// A received call.
    struct Call: Sendable {
        let path: String
        let headers: [String: String]
        let body: [UInt8]

        /// The id of its event.
        var id: String? { self.headers["webhook-id"] }

        /// Whether a secret, as it was shown, made the signature.
        func isSigned(with secret: String) -> Bool {
            guard let id, let seconds = self.headers["webhook-timestamp"], secret.hasPrefix("whsec_"),
                let key = Data(base64Encoded: String(secret.dropFirst(6)))
            else { return false }
            let content = Array("\(id).\(seconds).".utf8) + self.body
            let code = Data(HMAC<SHA256>.authenticationCode(for: content, using: SymmetricKey(data: key)))
            return self.headers["webhook-signature"]?.split(separator: " ").contains("v1,\(code.base64EncodedString())")
                ?? false
        }
    }

    private struct State {
        var calls: [Call] = []
        /// The number of calls that are answered; `nil` for all.
        var limit: Int?
        var waiting: [(isEnough: @Sendable ([Call]) -> Bool, go: CheckedContinuation<Void, Never>)] = []
    }

    private final class Log: Sendable {
        let state = Mutex(State())

        /// Writes a call down, and says whether it is answered.
        func add(_ call: Call) -> Bool {
            let (ready, isAnswered) = self.state.withLock { state in
                state.calls.append(call)
                let calls = state.calls
                let ready = state.waiting.filter { $0.isEnough(calls) }
                state.waiting.removeAll { $0.isEnough(calls) }
                return (ready.map(\.go), state.limit.map { calls.count <= $0 } ?? true)
            }
            for go in ready { go.resume() }
            return isAnswered
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let log: Log
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(log: Log) { self.log = log }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch self.unwrapInboundIn(data) {
            case .head(let head):
                self.head = head
                self.body = []
            case .body(let part): self.body += part.readableBytesView
            case .end:
                guard let head else { return }
                let headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
                guard self.log.add(Call(path: head.uri, headers: headers, body: self.body)) else { return }
                let answer = HTTPResponseHead(version: .http1_1, status: .noContent)
                context.write(self.wrapOutboundOut(.head(answer)), promise: nil)
                context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private let log: Log
    private let channel: any Channel

    /// Makes a receiver that listens.
    ///
    /// With a limit it answers only this number of calls, until the limit is removed.
    init(answering limit: Int? = nil) async throws {
        let log = Log()
        log.state.withLock { $0.limit = limit }
        self.log = log
        self.channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: 256)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(log: log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    deinit { self.channel.close(promise: nil) }

    /// The URL at which it listens.
    var url: String { "http://127.0.0.1:\(self.channel.localAddress?.port ?? 0)" }

    /// Answers every call from now on.
    func answerAll() { self.log.state.withLock { $0.limit = nil } }

    /// The received calls in order.
    var calls: [Call] { self.log.state.withLock { $0.calls } }

    /// Returns the received calls as soon as they fulfill a condition.
    func calls(_ isEnough: @escaping @Sendable ([Call]) -> Bool) async -> [Call] {
        await withCheckedContinuation { go in
            let isReady = self.log.state.withLock { state in
                if isEnough(state.calls) { return true }
                state.waiting.append((isEnough, go))
                return false
            }
            if isReady { go.resume() }
        }
        return self.calls
    }
}
