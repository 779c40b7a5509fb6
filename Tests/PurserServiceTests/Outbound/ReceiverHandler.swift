import Foundation
import NIOCore

/// One connection of a receiver, which waits for complete requests and reacts to each as configured.
final class ReceiverHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The events on a connection.
    enum Event: Sendable {
        case opened
        case request(String)
        case closed
    }

    private let behavior: Receiver.Behavior
    private let log: @Sendable (Event) -> Void
    private var unread = ""

    init(behavior: Receiver.Behavior, log: @escaping @Sendable (Event) -> Void) {
        self.behavior = behavior
        self.log = log
    }

    func channelActive(context: ChannelHandlerContext) {
        self.log(.opened)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.log(.closed)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = self.unwrapInboundIn(data)
        self.unread += String(buffer: part)
        guard let head = self.unread.range(of: "\r\n\r\n"), self.isWhole(after: head.upperBound) else { return }
        self.log(.request(self.unread))
        self.unread = ""
        switch self.behavior {
        case .answer(let text): self.write(text, context)
        case .hangUp(let text):
            self.write(text, context)
            context.close(promise: nil)
        case .endless:
            self.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", context)
            self.goOn(context)
        case .silent: break
        }
    }

    private func isWhole(after start: String.Index) -> Bool {
        let name = "content-length: "
        guard let line = self.unread.lowercased().split(separator: "\r\n").first(where: { $0.hasPrefix(name) }),
            let count = Int(line.dropFirst(name.count))
        else { return true }
        return self.unread[start...].utf8.count >= count
    }

    private func write(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(self.wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }

    private func goOn(_ context: ChannelHandlerContext) {
        let chunk = "1000\r\n" + String(repeating: "x", count: 4096) + "\r\n"
        let loop = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(self.wrapOutboundOut(ByteBuffer(string: chunk))).assumeIsolated().whenSuccess {
            self.goOn(loop.value)
        }
    }
}
