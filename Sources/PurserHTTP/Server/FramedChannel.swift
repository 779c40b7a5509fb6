import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection whose requests are framed as RFC 9112 says, around the framework's own.
struct FramedChannel: ServerChildChannel {
    /// What reads requests.
    let base: HTTP1Channel

    /// Puts what looks at the framing before and behind the parser.
    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        self.base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let framing = RequestFraming()
            try pipeline.addHandler(framing, position: .after(parser))
            try pipeline.addHandler(RequestFraming.Wire(framing: framing), position: .before(parser))
            return value
        }
    }

    /// Answers the requests of a connection.
    @concurrent
    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await self.base.handle(value: value, logger: logger)
    }
}
