import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection whose requests are framed as RFC 9112 says, around the framework's own.
struct FramedChannel: ServerChildChannel {
    /// What reads requests.
    let base: HTTP1Channel

    /// The most that is read at once.
    ///
    /// The handlers that bound a connection act after a read: the parser takes apart all that one read brings before
    /// any of them can stop reading. 16 KB is what one record of TLS and all headers of one request may have.
    private static let maximumRead = 16 * 1024

    /// Bounds what is read at once, and puts what looks at the framing before and behind the parser.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        self.base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let framing = RequestFraming()
            try pipeline.addHandler(framing, position: .after(parser))
            try pipeline.addHandler(RequestFraming.Wire(framing: framing), position: .before(parser))
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            let allocator = AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 2048, maximum: Self.maximumRead)
            try channel.syncOptions?.setOption(.recvAllocator, value: allocator)
            return value
        }
    }

    /// Answers the requests of a connection.
    @concurrent
    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await self.base.handle(value: value, logger: logger)
    }
}
