import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix
import PurserHTTP
import Testing

/// Says something as soon as there is a connection, and collects what it brings until its end.
///
/// It speaks on the event loop: between connecting and a task that writes, a busy machine may let so much time pass
/// that the server gives up waiting for the first request.
final class RawConversation: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String
    private var bytes = ByteBuffer()
    private let whole: EventLoopPromise<ByteBuffer>

    private init(saying text: String, _ whole: EventLoopPromise<ByteBuffer>) {
        self.text = text
        self.whole = whole
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(self.wrapOutboundOut(ByteBuffer(string: self.text)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context _: ChannelHandlerContext, data: NIOAny) {
        var part = self.unwrapInboundIn(data)
        self.bytes.writeBuffer(&part)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.whole.succeed(self.bytes)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error _: any Error) {
        context.close(promise: nil)
    }

    private static func say(_ text: String, port: Int) async throws -> String {
        let group = MultiThreadedEventLoopGroup.singleton
        let whole = group.any().makePromise(of: ByteBuffer.self)
        _ = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RawConversation(saying: text, whole))
                }
            }
            .connect(host: "localhost", port: port)
            .get()
        return String(buffer: try await whole.futureResult.get())
    }

    /// Lets a server with the limits of the real one answer each text on a connection of its own.
    static func answers(to texts: [String]) async throws -> [String] {
        let application = PurserApplication.make(
            router: try TestServer().router,
            host: "localhost",
            port: 0,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onListening: { _ in }
        )
        return try await application.test(.live) { client in
            let port = try #require(client.port)
            var answers: [String] = []
            for text in texts { answers.append(try await Self.say(text, port: port)) }
            return answers
        }
    }
}
