import NIOCore
import NIOPosix
import Synchronization

/// A client without a key that begins a request, holds its end back, and reconnects whenever it is disconnected.
final class SlowClient: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    /// The pause before it reconnects.
    private static let pause = TimeAmount.seconds(2)

    private let beginning: ByteBuffer
    private let port: Int
    private let group: any EventLoopGroup
    private let channel = Mutex<(any Channel)?>(nil)
    private let hasLeft = Atomic<Bool>(false)

    /// Creates a client that sends this beginning of a request over each of its connections.
    init(_ beginning: ByteBuffer, to port: Int, on group: any EventLoopGroup) {
        self.beginning = beginning
        self.port = port
        self.group = group
    }

    /// Opens a connection and begins the request.
    func connect() -> EventLoopFuture<Void> {
        ClientBootstrap(group: self.group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(self)
                }
            }
            .connect(host: "127.0.0.1", port: self.port)
            .map { channel in
                self.channel.withLock { $0 = channel }
                channel.writeAndFlush(self.beginning, promise: nil)
            }
    }

    /// Closes its connection and does not reconnect.
    func leave() {
        self.hasLeft.store(true, ordering: .relaxed)
        self.channel.withLock { $0 }?.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard !self.hasLeft.load(ordering: .relaxed) else { return }
        context.eventLoop.scheduleTask(in: Self.pause) {
            if !self.hasLeft.load(ordering: .relaxed) { _ = self.connect() }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error _: any Error) {
        context.close(promise: nil)
    }
}
