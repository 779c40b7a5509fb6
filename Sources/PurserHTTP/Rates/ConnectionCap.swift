package import NIOCore
package import NIOHTTPTypes
import PurserService

/// Closes a connection at once that is one too many from its address.
package final class ConnectionCap: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart

    private let counts: ConnectionCounts
    /// The address, while the connection is counted.
    private var address: NetworkAddress?
    private var isSettled = false

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

    private func settle(_ context: ChannelHandlerContext) {
        guard !self.isSettled else { return }
        self.isSettled = true
        guard let address = NetworkAddress(context.channel.remoteAddress) else { return }
        if self.counts.open(address) {
            self.address = address
        } else {
            context.close(promise: nil)
        }
    }

    private func release() {
        guard let address = self.address else { return }
        self.address = nil
        self.counts.close(address)
    }
}
