import NIOCore
import NIOPosix

/// A client that requests more than it can read: it sends many requests at once, reads their answers, and begins again.
final class PipeliningReader: Sendable {
    private let group: any EventLoopGroup
    private let port: Int
    private let requests: ByteBuffer

    /// Creates a client that sends these requests over each of its connections; the last request closes the connection.
    init(_ requests: ByteBuffer, to port: Int, on group: any EventLoopGroup) {
        self.requests = requests
        self.port = port
        self.group = group
    }

    /// Sends requests repeatedly until the task is canceled.
    ///
    /// - Returns: The number of bytes in the answers.
    func run() async throws -> Int {
        var count = 0
        while !Task.isCancelled {
            let received = self.group.any().makePromise(of: Int.self)
            let channel = try await ClientBootstrap(group: self.group)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Counter(received))
                    }
                }
                .connect(host: "127.0.0.1", port: self.port)
                .get()
            count += try await withTaskCancellationHandler {
                channel.writeAndFlush(self.requests, promise: nil)
                return try await received.futureResult.get()
            } onCancel: {
                channel.close(promise: nil)
            }
        }
        return count
    }

    private final class Counter: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let end: EventLoopPromise<Int>
        private var count = 0

        init(_ end: EventLoopPromise<Int>) {
            self.end = end
        }

        func channelRead(context _: ChannelHandlerContext, data: NIOAny) {
            self.count += self.unwrapInboundIn(data).readableBytes
        }

        func errorCaught(context: ChannelHandlerContext, error _: any Error) {
            context.close(promise: nil)
        }

        func channelInactive(context _: ChannelHandlerContext) {
            self.end.succeed(self.count)
        }
    }
}
