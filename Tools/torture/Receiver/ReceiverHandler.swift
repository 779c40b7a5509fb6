import NIOCore
import NIOHTTP1

/// One connection of a receiver.
final class ReceiverHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let receiver: Receiver
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var visit: Int?

    /// Creates the handler of a connection.
    init(_ receiver: Receiver) {
        self.receiver = receiver
    }

    /// Collects a request, and answers it once it is complete.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch self.unwrapInboundIn(data) {
        case .head(let head): (self.head, self.body) = (head, [])
        case .body(let part): self.body += part.readableBytesView
        case .end: self.answer(context)
        }
    }

    /// Records that the client closed the connection.
    func channelInactive(context: ChannelHandlerContext) {
        self.endVisit()
        context.fireChannelInactive()
    }

    /// Ends a connection that fails.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ context: ChannelHandlerContext) {
        guard let head = self.head else { return }
        let delivery = Receiver.Delivery(
            target: head.uri,
            id: head.headers.first(name: "webhook-id"),
            timestamp: head.headers.first(name: "webhook-timestamp"),
            signatures: head.headers.first(name: "webhook-signature"),
            body: self.body
        )
        self.visit = self.receiver.visits?.begin(
            at: self.receiver.place,
            stream: delivery.stream,
            from: context.remoteAddress?.ipAddress ?? "-"
        )
        switch self.receiver.take(delivery) {
        case .none:
            self.endVisit()
            context.close(promise: nil)
        case .status(let status, let headers, let milliseconds):
            guard milliseconds > 0 else { return self.write(status, headers, context) }
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(milliseconds)) {
                guard context.channel.isActive else { return self.receiver.log.noteLateAnswer() }
                self.write(status, headers, context)
            }
        }
    }

    private func endVisit() {
        if let visit { self.receiver.visits?.end(visit) }
        self.visit = nil
    }

    private func write(_ status: Int, _ headers: [(String, String)], _ context: ChannelHandlerContext) {
        var head = HTTPResponseHead(version: .http1_1, status: HTTPResponseStatus(statusCode: status))
        for (name, value) in headers { head.headers.add(name: name, value: value) }
        if status != 204 { head.headers.add(name: "content-length", value: "0") }
        // The visit ends before the answer goes out: the client may come again as soon as it has it.
        self.endVisit()
        context.write(self.wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
    }
}
