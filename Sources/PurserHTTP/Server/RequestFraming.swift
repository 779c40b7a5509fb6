package import NIOCore
package import NIOHTTP1

/// Refuses requests whose framing the parser takes and RFC 9112 does not, behind the parser, where the version is known.
package final class RequestFraming: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart

    /// How much may stand around the chunks of one body besides what each needs: chunk extensions and trailers together
    /// are no more than headers.
    package static let maximumExtra = PurserApplication.maximumHeaders
    /// What one chunk needs: its size in at most 16 digits, and the ends of two lines.
    private static let perChunk = 20

    /// Whether a body is being read.
    fileprivate private(set) var isInBody = false
    /// How many bytes came with the body that are none of it.
    fileprivate var extra = 0
    private var isRefused = false

    /// A handler for one connection.
    package init() {}

    /// Looks at heads, and lets nothing pass after one that is refused.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isRefused else { return }
        switch self.unwrapInboundIn(data) {
        case .head(var head):
            if let refusal = FramingRefusal(head) {
                self.isRefused = true
                context.fireErrorCaught(refusal)
                return
            }
            self.isInBody = true
            self.extra = 0
            // Without the word for it, a request of HTTP/1.0 is the last one (section 9.3).
            if !head.isKeepAlive {
                head.headers.replaceOrAdd(name: "connection", value: "close")
                context.fireChannelRead(self.wrapInboundOut(.head(head)))
                return
            }
        case .body(let part): self.extra -= part.readableBytes + Self.perChunk
        case .end: self.isInBody = false
        }
        context.fireChannelRead(data)
    }

    /// Counts what comes over the wire before the parser takes it apart.
    package final class Wire: ChannelInboundHandler, RemovableChannelHandler {
        package typealias InboundIn = ByteBuffer
        package typealias InboundOut = ByteBuffer

        private let framing: RequestFraming
        private var isRefused = false

        /// A counter before the parser whose handler behind it is this one.
        package init(framing: RequestFraming) {
            self.framing = framing
        }

        /// Counts, and reads nothing more of a body with too much around its chunks.
        package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !self.isRefused else { return }
            // What comes together with the head is at most one read, and not counted.
            if self.framing.isInBody { self.framing.extra += self.unwrapInboundIn(data).readableBytes }
            context.fireChannelRead(data)
            guard self.framing.isInBody, self.framing.extra > RequestFraming.maximumExtra else {
                self.framing.extra = max(0, self.framing.extra)
                return
            }
            self.isRefused = true
            context.fireErrorCaught(BodyRefusal.framing)
        }
    }
}
