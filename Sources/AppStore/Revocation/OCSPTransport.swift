public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A transport that sends a request to an OCSP responder and returns its response.
///
/// ``http(_:)`` is the transport for production; tests pass their own closure.
public struct OCSPTransport: Sendable {
    /// A function that sends a request in DER to a responder's address and returns the response.
    public typealias Exchange = @Sendable (_ url: String, _ request: [UInt8]) async throws(RevocationError) -> [UInt8]

    /// The timeout of a responder's complete response.
    ///
    /// It is long enough for a slow intercontinental connection, because no caller waits for it.
    public static let timeout: Duration = .seconds(10)

    /// The function that sends a request in DER to a responder's address and returns the response.
    public let exchange: Exchange

    /// Creates a transport from a function.
    ///
    /// - Parameter exchange: A function that sends a request to an address, and returns the body of the response or
    ///   throws an error.
    public init(_ exchange: @escaping Exchange) {
        self.exchange = exchange
    }

    /// Returns a transport over HTTP: POST according to RFC 6960 appendix A.1, responses of up to 64 KiB, all within
    /// ``timeout``.
    ///
    /// Most responders, including Apple's, have `http` addresses, because their responses are signed.
    ///
    /// - Parameter client: The client; its owner shuts it down.
    /// - Returns: The transport.
    public static func http(_ client: HTTPClient) -> Self {
        Self { url, request throws(RevocationError) in
            guard Self.isHTTP(url) else { throw .addressInvalid }
            var question = HTTPClientRequest(url: url)
            question.method = .POST
            question.headers.add(name: "Content-Type", value: "application/ocsp-request")
            question.headers.add(name: "Accept", value: "application/ocsp-response")
            question.body = .bytes(ByteBuffer(bytes: request))
            do {
                let response = try await client.execute(question, timeout: TimeAmount(Self.timeout))
                guard response.status == .ok else {
                    throw RevocationError.httpStatus(Int(response.status.code))
                }
                let body = try await response.body.collect(upTo: OCSPResponse.maximumByteCount)
                return Array(body.readableBytesView)
            } catch let error as RevocationError {
                throw error
            } catch is NIOTooManyBytesError {
                throw .tooLarge
            } catch let error as HTTPClientError {
                throw error == .deadlineExceeded || error == .connectTimeout || error == .readTimeout
                    ? .timedOut : .unreachable
            } catch {
                throw .unreachable
            }
        }
    }

    /// Returns whether this transport can reach an address.
    ///
    /// - Parameter url: The address from a certificate.
    /// - Returns: Whether it is an `http` or `https` address with a host.
    static func isHTTP(_ url: String) -> Bool {
        guard let parts = URL(string: url), let scheme = parts.scheme?.lowercased() else { return false }
        return (scheme == "http" || scheme == "https") && !(parts.host ?? "").isEmpty
    }
}
