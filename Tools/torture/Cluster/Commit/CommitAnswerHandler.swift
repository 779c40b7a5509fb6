import NIOCore

/// The relay's connection to the database, for one of a node.
final class CommitAnswerHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let front: CommitRelayHandler
    private let node: any Channel

    /// The database's half of a connection.
    init(_ front: CommitRelayHandler, node: any Channel) {
        self.front = front
        self.node = node
    }

    /// Hands on what the database says.
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
