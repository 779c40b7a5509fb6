package import NIOCore
package import NIOHTTPTypes
import PurserService

/// Closes a new connection if its address, or the server, has too many.
package final class ConnectionCap: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private let counts: ConnectionCounts
    /// The connection, while it is counted.
    private var connection: OpenConnection?
    private var isSettled = false
    /// The number of complete requests without a complete response, less those whose response came first.
    private var unanswered = 0

    /// Creates a cap with these counts.
    package init(counts: ConnectionCounts) {
        self.counts = counts
    }

    /// Counts the connection, if it is already open.
    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { self.settle(context) }
    }

    /// Counts the connection.
    package func channelActive(context: ChannelHandlerContext) {
        self.settle(context)
        context.fireChannelActive()
    }

    /// Stops counting the connection.
    package func channelInactive(context: ChannelHandlerContext) {
        self.release()
        context.fireChannelInactive()
    }

    /// Stops counting the connection.
    package func handlerRemoved(context _: ChannelHandlerContext) {
        self.release()
    }

    /// Records what the client has sent.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .end = self.unwrapInboundIn(data) { self.turn(by: 1, context) }
        context.fireChannelRead(data)
    }

    /// Records what the server has sent.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = self.unwrapOutboundIn(data) { self.turn(by: -1, context) }
        context.write(data, promise: promise)
    }

    /// Records whether the client reads the response.
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
            // For a client that does not read, further requests do not restart the wait.
            self.connection?.goOnWaiting(at: context.eventLoop.now)
        }
    }

    /// Whether it is the server's turn; while the client does not read, the server makes no progress.
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
