package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore

/// The HTTP server around a router, with every limit set.
package enum PurserApplication {
    /// The longest header field, in bytes.
    static let maximumHeaderField = 8 * 1024
    /// All header fields together, in bytes.
    static let maximumHeaders = 16 * 1024
    /// The most header fields.
    static let maximumHeaderCount = 64
    /// How many connections may wait to be accepted: a burst of Apple's after an outage must not be turned away.
    private static let backlog = 4096
    /// How many connections are accepted in one turn of the event loop.
    ///
    /// SwiftNIO accepts four, so that a notification on a new connection would wait hundreds of turns where thousands of
    /// strangers come at once.
    private static let acceptedAtOnce: UInt = 256

    /// An application that answers with this router, with TLS where there is a certificate; `onListening` is told the
    /// channel once connections are accepted.
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
                                BodyMeter(memory: memory, proxies: connections.proxies), ParserRefusals(),
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
