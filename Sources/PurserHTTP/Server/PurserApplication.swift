package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1

/// The HTTP server around a router, with all limits.
package enum PurserApplication {
    /// The maximum size of a header field, in bytes.
    static let maximumHeaderField = 8 * 1024
    /// The maximum size of all header fields together, in bytes.
    static let maximumHeaders = 16 * 1024
    /// The maximum number of header fields.
    static let maximumHeaderCount = 64
    /// The maximum number of connections that wait to be accepted: a burst of Apple's after an outage must not be
    /// refused.
    private static let backlog = 4096
    /// The number of connections that are accepted in one turn of the event loop.
    ///
    /// SwiftNIO accepts four, so a notification on a new connection would wait hundreds of turns while thousands of
    /// other clients connect.
    private static let acceptedAtOnce: UInt = 256

    /// Returns an application with this router, with TLS if there is a certificate; `onListening` gets the channel once
    /// connections are accepted.
    package static func make(
        router: Router<PurserContext>,
        host: String,
        port: Int,
        certificate: ServerCertificate? = nil,
        connections: ConnectionCounts = ConnectionCounts(),
        memory: BodyMemory = BodyMemory(),
        logger: Logger,
        onListening: @escaping @Sendable (any Channel) async -> Void
    ) -> Application<RouterResponder<PurserContext>> {
        Application(
            router: router,
            server: HTTPServerBuilder { responder in
                let plain = FramedChannel(
                    base: HTTP1Channel(
                        responder: responder,
                        configuration: HTTP1Channel.Configuration(
                            additionalChannelHandlers: [
                                ConnectionCap(counts: connections), RequestDeadlines(),
                                BodyMeter(memory: memory, proxies: connections.proxies), ParserErrorHandler(),
                            ],
                            idleTimeout: nil,
                            httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                                maxHeaderFieldSize: Self.maximumHeaderField,
                                maxHeaderListSize: Self.maximumHeaders,
                                maxHeaderFieldCount: Self.maximumHeaderCount
                            )
                        )
                    )
                )
                guard let certificate else { return plain }
                return CertificateChannel(base: plain, certificate: certificate)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                serverName: nil,
                backlog: Self.backlog
            ),
            onServerRunning: { channel in
                try? await channel.setOption(.maxMessagesPerRead, value: Self.acceptedAtOnce).get()
                await onListening(channel)
            },
            logger: logger
        )
    }
}

/// A connection with the framing rules of RFC 9112, around the framework's own.
struct FramedChannel: ServerChildChannel {
    /// The channel that reads requests.
    let base: HTTP1Channel

    /// The maximum number of bytes that are read at once.
    ///
    /// The handlers that limit a connection act after a read: the parser processes everything from one read before any
    /// of them can stop reading. 16 KB is the size of one record of TLS, and of all headers of one request.
    private static let maximumRead = 16 * 1024

    /// Limits what is read at once, and adds the framing handlers before and behind the parser.
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

    /// Responds to the requests of a connection.
    @concurrent
    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await self.base.handle(value: value, logger: logger)
    }
}
