package import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// Looks at the server's public address as Apple would: from outside, over TLS.
package struct PublicAddressProbe: Sendable {
    /// What was seen.
    package enum Outcome: Hashable, Sendable {
        /// A server answered with this HTTP status.
        case answered(status: Int)
        /// The certificate does not lead to a root that clients know, or has expired.
        case certificateRefused
        /// The certificate is for another name.
        case nameRefused
        /// The two sides found no version and cipher of TLS that both accept; 1.2 is the least.
        case tlsFailed
        /// Nobody answered.
        case unreachable
    }

    /// How long to wait for an answer.
    static let timeout: Duration = .seconds(10)
    private static let bodyLimitBytes = 1 << 16

    /// Looks at an address.
    package let look: @Sendable (_ url: String) async -> Outcome

    /// A probe that does something else than the real one.
    package init(_ look: @escaping @Sendable (_ url: String) async -> Outcome) {
        self.look = look
    }

    /// The probe over HTTP; the client must refuse TLS below 1.2, as `AppStoreTransport.configuration` does.
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

    /// What an error says about the other side.
    static func outcome(of error: any Error) -> Outcome {
        switch error {
        case let error as NIOSSLError:
            guard case .handshakeFailed = error else { return .tlsFailed }
            // The library names the reason only in its words.
            return "\(error)".contains("CERTIFICATE_VERIFY_FAILED") ? .certificateRefused : .tlsFailed
        case let error as NIOSSLExtraError:
            return error == .failedToValidateHostname ? .nameRefused : .tlsFailed
        case let error as HTTPClientError where error == .tlsHandshakeTimeout: return .tlsFailed
        default: return .unreachable
        }
    }
}
