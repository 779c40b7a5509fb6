package import Hummingbird
import HummingbirdCore
package import Logging

/// The HTTP server at the operators' socket.
package enum OperatorApplication {
    /// All header fields together, in bytes.
    private static let maximumHeaders = 16 * 1024

    /// Returns an application that answers with this router at a socket.
    ///
    /// The caller owns the database's lock. `onListening` is called once the socket takes commands.
    package static func make(
        router: Router<PurserContext>,
        socket: OperatorSocket,
        logger: Logger,
        onListening: @escaping @Sendable () -> Void
    ) -> Application<RouterResponder<PurserContext>> {
        Application(
            router: router,
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    idleTimeout: nil,
                    httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                        maxHeaderListSize: Self.maximumHeaders
                    )
                )
            ),
            configuration: ApplicationConfiguration(
                address: .unixDomainSocket(path: socket.address),
                serverName: nil
            ),
            onServerRunning: { _ in
                socket.protect()
                onListening()
            },
            logger: logger
        )
    }
}
