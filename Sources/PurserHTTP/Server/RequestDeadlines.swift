import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Cuts off a client that takes too long to send a request, however steadily it trickles.
///
/// An idle timeout starts anew with every byte, so a client that sends one byte a second holds a connection for ever. A
/// deadline does not.
final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long the first request line and headers may take after connecting.
    static let firstHead = TimeAmount.seconds(10)
    /// How long a kept connection may wait for its next request's headers.
    static let nextHead = TimeAmount.seconds(75)
    /// How long a body may take after its headers.
    static let body = TimeAmount.seconds(10)

    private var deadline: Scheduled<Void>?

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { self.expect(within: Self.firstHead, context: context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        self.expect(within: Self.firstHead, context: context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.deadline?.cancel()
        context.fireChannelInactive()
    }

    func handlerRemoved(context _: ChannelHandlerContext) {
        self.deadline?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch self.unwrapInboundIn(data) {
        case .head: self.expect(within: Self.body, context: context)
        case .end: self.deadline?.cancel()
        case .body: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = self.unwrapOutboundIn(data) { self.expect(within: Self.nextHead, context: context) }
        context.write(data, promise: promise)
    }

    private func expect(within time: TimeAmount, context: ChannelHandlerContext) {
        self.deadline?.cancel()
        let channel = context.channel
        self.deadline = context.eventLoop.scheduleTask(in: time) {
            channel.close(promise: nil)
        }
    }
}
