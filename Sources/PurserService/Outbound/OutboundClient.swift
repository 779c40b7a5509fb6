package import AsyncHTTPClient
import NIOCore
package import NIOSSL

/// The connections to one address of one host.
///
/// The client resolves the host's name to this address only, so that it connects to the address that was checked, while
/// TLS and the `Host` header use the name.
package struct OutboundClient: Sendable {
    /// The timeout of a connection attempt, after which another address is tried.
    static let connectTimeout: TimeAmount = .seconds(5)
    /// The time for which an unused connection is kept.
    static let idleTimeout: TimeAmount = .seconds(30)

    /// The client.
    let http: HTTPClient
    /// The number of calls in progress.
    var callCount = 0
    /// The instant at which the last call began or ended.
    var usedAt: NIODeadline

    /// Returns the configuration of a client that connects to one address.
    ///
    /// - Parameters:
    ///   - names: The address of each name.
    ///   - expected: The address that the other end of every connection must have.
    ///   - connectionLimit: The maximum number of concurrent connections.
    ///   - tls: The TLS configuration.
    /// - Returns: The configuration.
    package static func configuration(
        names: [String: String],
        expecting expected: NetworkAddress,
        connectionLimit: Int,
        tls: TLSConfiguration
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: Self.connectTimeout),
            connectionPool: HTTPClient.Configuration.ConnectionPool(
                idleTimeout: Self.idleTimeout,
                concurrentHTTP1ConnectionsPerHostSoftLimit: connectionLimit
            ),
            decompression: .disabled
        )
        configuration.dnsOverride = names
        configuration.httpVersion = .http1Only
        // Otherwise the client tries the same address again and again until the deadline.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The caller decides which trace headers are sent.
        configuration.tracing.tracer = nil
        configuration.http1_1ConnectionDebugInitializer = { channel in
            guard NetworkAddress(channel.remoteAddress) == expected else {
                // This runs only after the client has received the failure, which it would lose otherwise.
                channel.eventLoop.execute { channel.close(promise: nil) }
                return channel.eventLoop.makeFailedFuture(StrayConnectionError())
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return configuration
    }

    /// Returns the TLS configuration: at least version 1.2, the system's roots, and these (DER) in addition.
    package static func tls(additionalRoots: [[UInt8]]) throws -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if !additionalRoots.isEmpty {
            let roots = try additionalRoots.map { try NIOSSLCertificate(bytes: $0, format: .der) }
            tls.additionalTrustRoots = [.certificates(roots)]
        }
        return tls
    }
}
