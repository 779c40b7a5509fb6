package import AsyncHTTPClient
import NIOCore
package import NIOSSL

/// The connections to one address of one host.
///
/// The client believes that the host's name means this address and no other, so that what is dialed is what was
/// judged, while TLS and the `Host` header go by the name.
package struct OutboundClient: Sendable {
    /// How long a connection may take, before another address is tried.
    static let connectTimeout: TimeAmount = .seconds(5)
    /// How long a connection is kept that nobody uses.
    static let idleTimeout: TimeAmount = .seconds(30)

    /// The client.
    let http: HTTPClient
    /// How many calls it has under way.
    var callCount = 0
    /// When the last one began or ended.
    var usedAt: NIODeadline

    /// How a client is set up that dials one address.
    ///
    /// - Parameters:
    ///   - names: What each name means to it.
    ///   - expected: The address that the other end of every connection must have.
    ///   - connectionLimit: How many connections it may have at once.
    ///   - tls: What TLS must be.
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
        // Otherwise the client dials the same address again and again until the time is over.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Whoever calls says what is told of a trace.
        configuration.tracing.tracer = nil
        configuration.http1_1ConnectionDebugInitializer = { channel in
            guard NetworkAddress(channel.remoteAddress) == expected else {
                // Only after the client has heard of the failure, which it forgets otherwise.
                channel.eventLoop.execute { channel.close(promise: nil) }
                return channel.eventLoop.makeFailedFuture(StrayConnectionError())
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        return configuration
    }

    /// What TLS must be: 1.2 at least, the system's roots, and these (DER) besides.
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
