public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// How a question gets to a responder and its answer back.
///
/// Tests give their own closure; ``http(_:)`` is the real one.
public struct OCSPTransport: Sendable {
    /// Sends a request in DER to a responder's address and returns what it answered.
    public typealias Exchange = @Sendable (_ url: String, _ request: [UInt8]) async throws(RevocationError) -> [UInt8]

    /// How long a responder may take to answer in full.
    ///
    /// Long enough for a slow line across continents; nobody waits for it.
    public static let timeout: Duration = .seconds(10)

    /// Sends a request in DER to a responder's address and returns what it answered.
    public let exchange: Exchange

    /// Makes a transport of a closure.
    ///
    /// - Parameter exchange: Sends a request to an address, and returns the body of the answer or throws why not.
    public init(_ exchange: @escaping Exchange) {
        self.exchange = exchange
    }

    /// The transport over HTTP: POST as RFC 6960 appendix A.1 has it, answers up to
    /// 64 KiB, all within ``timeout``.
    ///
    /// Most responders, Apple's among them, are at plain `http` addresses: what they answer is signed.
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

    /// Whether an address is one that this transport can reach.
    ///
    /// - Parameter url: The address from a certificate.
    /// - Returns: True for an `http` or `https` address with a host.
    static func isHTTP(_ url: String) -> Bool {
        guard let parts = URL(string: url), let scheme = parts.scheme?.lowercased() else { return false }
        return (scheme == "http" || scheme == "https") && !(parts.host ?? "").isEmpty
    }
}
