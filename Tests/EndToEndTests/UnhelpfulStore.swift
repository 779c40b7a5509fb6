import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A server at the App Store's URL that fails in one of the ways in which a network, or Apple, fails.
final class UnhelpfulStore: Sendable {
    /// The kind of failure.
    enum Behavior: String, CaseIterable, Sendable {
        /// No socket listens.
        case closed
        /// Connections are not accepted, so that connecting never ends.
        case connecting
        /// Connections are accepted, and TLS never comes about.
        case handshake
        /// Requests are taken and never answered.
        case silent
        /// An answer begins and does not end.
        case cut
        /// Every request is answered with 401.
        case refusing
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let behavior: Behavior
        private let note: @Sendable () -> Void

        init(behavior: Behavior, note: @escaping @Sendable () -> Void) {
            self.behavior = behavior
            self.note = note
        }

        func channelRead(context: ChannelHandlerContext, data _: NIOAny) {
            self.note()
            let answer: String
            switch self.behavior {
            case .cut: answer = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{"
            case .refusing: answer = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"
            case .closed, .connecting, .handshake, .silent: return
            }
            context.writeAndFlush(self.wrapOutboundOut(ByteBuffer(string: answer)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error _: any Error) { context.close(promise: nil) }
    }

    /// The time after which an attempt to connect shows that the queue of unaccepted connections is full.
    private static let fullAfter = TimeAmount.milliseconds(300)

    private let behavior: Behavior
    private let channel: any Channel
    private let waiting: [any Channel]
    private let calls: AsyncStream<Void>
    private let port: Int

    /// Makes a store that listens from now on, unless the behavior is not to.
    init(_ behavior: Behavior) async throws {
        let (calls, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let group = MultiThreadedEventLoopGroup.singleton
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(ChannelOptions.backlog, value: behavior == .connecting ? 0 : 256)
            .serverChannelOption(ChannelOptions.autoRead, value: behavior != .connecting)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Handler(behavior: behavior) { continuation.yield() }
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.behavior = behavior
        self.channel = channel
        self.calls = calls
        self.port = channel.localAddress?.port ?? 0
        var waiting: [any Channel] = []
        if behavior == .connecting {
            let bootstrap = ClientBootstrap(group: group).connectTimeout(Self.fullAfter)
            while let one = try? await bootstrap.connect(host: "127.0.0.1", port: self.port).get() {
                waiting.append(one)
            }
        }
        self.waiting = waiting
        if behavior == .closed { try await channel.close() }
    }

    deinit {
        for channel in self.waiting + [self.channel] { channel.close(promise: nil) }
    }

    /// The lines of a configuration that has an app ask here; the key lies beside the configuration.
    var configuration: String {
        let url = "\(self.behavior == .handshake ? "https" : "http")://127.0.0.1:\(self.port)"
        return """

                appStore:
                  issuerId: 57246542-96fe-1a63-e053-0824d011072a
                  keyId: 2X9R4HXF34
                  privateKey: AuthKey.p8
                  production: \(url)
                  sandbox: \(url)

            """
    }

    /// Returns once a client has connected, where that can be observed.
    func wasCalled() async {
        guard self.behavior != .closed, self.behavior != .connecting else { return }
        for await _ in self.calls { return }
    }
}
