import NIOCore
import NIOPosix
import Synchronization

/// A server on the loopback that reads a request, sends a fixed reply, and closes the connection.
final class RevocationCannedServer: Sendable {
    private final class Heard: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }

    private final class Conversation: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        let heard: Heard
        let reply: [UInt8]
        let lastByte: UInt8

        init(heard: Heard, reply: [UInt8], lastByte: UInt8) {
            self.heard = heard
            self.reply = reply
            self.lastByte = lastByte
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let buffer = self.unwrapInboundIn(data)
            let isComplete = self.heard.bytes.withLock { bytes in
                bytes += Array(buffer.readableBytesView)
                return bytes.last == self.lastByte
            }
            guard isComplete else { return }
            context.writeAndFlush(self.wrapOutboundOut(ByteBuffer(bytes: self.reply)), promise: nil)
            context.close(promise: nil)
        }
    }

    private let channel: any Channel
    private let heard: Heard

    /// Listens on a free port.
    init(reply: String, lastByte: UInt8) async throws {
        let heard = Heard()
        let bytes = Array(reply.utf8)
        self.heard = heard
        self.channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Conversation(heard: heard, reply: bytes, lastByte: lastByte)
                    )
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
    }

    var port: Int { self.channel.localAddress?.port ?? 0 }

    /// The request received so far as text, with bytes beyond ASCII replaced.
    var request: String {
        String(decoding: self.heard.bytes.withLock { $0 }, as: UTF8.self)
    }

    func close() async throws {
        try await self.channel.close()
    }
}
