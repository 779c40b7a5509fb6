package import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// A probe that requests the server's public address as Apple does: from outside, over TLS.
package struct PublicAddressProbe: Sendable {
    /// The result of a probe.
    package enum Outcome: Hashable, Sendable {
        /// A server answered with this HTTP status.
        case answered(status: Int)
        /// The certificate does not lead to a trusted root, or has expired.
        case certificateRefused
        /// The certificate is for another host name.
        case nameRefused
        /// Client and server have no TLS version and cipher in common; the minimum is TLS 1.2.
        case tlsFailed
        /// The server did not answer.
        case unreachable
    }

    /// The timeout of the request.
    static let timeout: Duration = .seconds(10)
    private static let bodyLimitBytes = 1 << 16

    /// Requests an address.
    package let look: @Sendable (_ url: String) async -> Outcome

    /// Creates a probe with another function than the real one.
    package init(_ look: @escaping @Sendable (_ url: String) async -> Outcome) {
        self.look = look
    }

    /// Returns the probe over HTTP; the client must reject TLS below 1.2, as `AppStoreTransport.configuration` does.
    package static func http(_ client: HTTPClient) -> Self {
        Self { url in
            do {
                let response = try await client.execute(HTTPClientRequest(url: url), timeout: TimeAmount(Self.timeout))
                _ = try? await response.body.collect(upTo: Self.bodyLimitBytes)
                return .answered(status: Int(response.status.code))
            } catch {
                return Self.outcome(of: error)
            }
        }
    }

    /// Returns the result that an error means.
    static func outcome(of error: any Error) -> Outcome {
        switch error {
        case let error as NIOSSLError:
            guard case .handshakeFailed = error else { return .tlsFailed }
            // The library provides the reason only in its message.
            return "\(error)".contains("CERTIFICATE_VERIFY_FAILED") ? .certificateRefused : .tlsFailed
        case let error as NIOSSLExtraError:
            return error == .failedToValidateHostname ? .nameRefused : .tlsFailed
        case let error as HTTPClientError where error == .tlsHandshakeTimeout: return .tlsFailed
        default: return .unreachable
        }
    }
}
