package import NIOCore
package import NIOHTTPTypes
import PurserService

/// Closes a connection at once that is one too many, from its address or of all.
package final class ConnectionCap: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let counts: ConnectionCounts
    /// The connection, while it is counted.
    private var connection: OpenConnection?
    private var isSettled = false
    /// How many requests came whole that have no whole answer, less those whose answer came first.
    private var unanswered = 0

    /// A cap that counts here.
    package init(counts: ConnectionCounts) {
        self.counts = counts
    }

    /// Counts the connection, if it is open already.
    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { self.settle(context) }
    }

    /// Counts the connection.
    package func channelActive(context: ChannelHandlerContext) {
        self.settle(context)
        context.fireChannelActive()
    }

    /// Counts the connection no more.
    package func channelInactive(context: ChannelHandlerContext) {
        self.release()
        context.fireChannelInactive()
    }

    /// Counts the connection no more.
    package func handlerRemoved(context _: ChannelHandlerContext) {
        self.release()
    }

    /// Takes note of what the client has sent.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = self.unwrapInboundIn(data) { self.turn(by: 1, context) }
        context.fireChannelRead(data)
    }

    /// Takes note of what the server has answered.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = self.unwrapOutboundIn(data) { self.turn(by: -1, context) }
        context.write(data, promise: promise)
    }

    /// Takes note of whether the client takes what is answered.
    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        if self.isAnswering(context) {
            self.connection?.beginAnswering()
        } else {
            self.connection?.goOnWaiting(at: context.eventLoop.now)
        }
        context.fireChannelWritabilityChanged()
    }

    private func turn(by change: Int, _ context: ChannelHandlerContext) {
        self.unanswered += change
        if self.isAnswering(context) {
            self.connection?.beginAnswering()
        } else if context.channel.isWritable {
            self.connection?.beginWaiting(at: context.eventLoop.now)
        } else {
            // Further requests make a client that does not read no newer.
            self.connection?.goOnWaiting(at: context.eventLoop.now)
        }
    }

    /// Whether it is the server's turn; while the client does not read, nothing that the server does gets on.
    private func isAnswering(_ context: ChannelHandlerContext) -> Bool {
        self.unanswered > 0 && context.channel.isWritable
    }

    private func settle(_ context: ChannelHandlerContext) {
        guard !self.isSettled else { return }
        self.isSettled = true
        let channel = context.channel
        guard let address = NetworkAddress(channel.remoteAddress) else { return }
        self.connection = self.counts.open(address, at: context.eventLoop.now) { channel.cutOff() }
        if self.connection == nil { channel.cutOff() }
    }

    private func release() {
        guard let connection else { return }
        self.connection = nil
        self.counts.close(connection)
    }
}
