import NIOCore
import NIOPosix

/// A connection of a node to the database, through the proxy.
final class CommitProxyHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let relay: CommitProxy
    private var watch = CommitWatch()
    private var database: (any Channel)?
    private var waiting: [ByteBuffer] = []
    private var loss: CommitLoss?
    private var lost: [UInt8] = []

    /// The database's message after a commit.
    private static let committed = [UInt8(ascii: "C"), 0, 0, 0, 11] + Array("COMMIT".utf8) + [0]

    /// Creates the handler of a new connection.
    init(_ relay: CommitProxy) {
        self.relay = relay
    }

    /// Connects to the database.
    func channelActive(context: ChannelHandlerContext) {
        self.relay.enter(context.channel)
        guard let (host, port) = self.relay.database else { return context.close(promise: nil) }
        let node = context.channel
        let mine = NIOLoopBound(self, eventLoop: context.eventLoop)
        ClientBootstrap(group: context.eventLoop)
            .connectTimeout(.seconds(2))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(CommitAnswerHandler(mine.value, node: node))
                }
            }
            .connect(host: host, port: port)
            .assumeIsolated()
            .whenComplete { result in
                switch result {
                case .success(let channel): self.lead(to: channel)
                case .failure: node.close(promise: nil)
                }
            }
    }

    /// Forwards the node's messages, unless they are to be lost.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = self.unwrapInboundIn(data)
        for step in self.watch.read(bytes.readableBytesView) {
            switch step {
            case .pass(let bytes): self.write(bytes)
            case .commit(let bytes):
                self.loss = self.loss ?? self.relay.loss(for: context.remoteAddress?.ipAddress ?? "-")
                switch self.loss {
                case nil, .unanswered, .mute: self.write(bytes)
                case .held: break
                case .unheard: return context.close(promise: nil)
                }
            }
        }
    }

    /// Ends the connection to the database with the node's.
    func channelInactive(context: ChannelHandlerContext) {
        self.relay.leave(context.channel)
        self.database?.close(promise: nil)
        context.fireChannelInactive()
    }

    /// Ends a connection that fails.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// Forwards the database's messages, unless they are to be lost.
    func answer(_ bytes: ByteBuffer, to node: any Channel) {
        switch self.loss {
        case nil: node.writeAndFlush(bytes, promise: nil)
        case .unanswered:
            self.lost += bytes.readableBytesView
            // The database has committed; the answer is dropped.
            if self.lost.contains(Self.committed) { node.close(promise: nil) }
        case .mute, .held, .unheard: break
        }
    }

    private func lead(to channel: any Channel) {
        self.database = channel
        for bytes in self.waiting { channel.writeAndFlush(bytes, promise: nil) }
        self.waiting = []
    }

    private func write(_ bytes: [UInt8]) {
        // Any message after a held COMMIT would commit it.
        guard self.loss != .held else { return }
        let buffer = ByteBuffer(bytes: bytes)
        if let database { database.writeAndFlush(buffer, promise: nil) } else { self.waiting.append(buffer) }
    }
}

/// The proxy's connection to the database, for one connection of a node.
final class CommitAnswerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let front: CommitProxyHandler
    private let node: any Channel

    /// Creates the handler of the database's side of a connection.
    init(_ front: CommitProxyHandler, node: any Channel) {
        self.front = front
        self.node = node
    }

    /// Forwards the database's messages.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        self.front.answer(self.unwrapInboundIn(data), to: self.node)
    }

    /// Ends the node's connection with the database's.
    func channelInactive(context: ChannelHandlerContext) {
        self.node.close(promise: nil)
        context.fireChannelInactive()
    }

    /// Ends a connection that fails.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
