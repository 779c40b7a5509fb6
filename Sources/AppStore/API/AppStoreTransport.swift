public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// A transport that sends an HTTP request to Apple and returns its response.
///
/// ``http(_:maximumReplyByteCount:)`` is the transport for production; tests pass their own closure.
public struct AppStoreTransport: Sendable {
    /// A function that sends a request and returns the whole response within a timeout.
    public typealias Exchange =
        @Sendable (_ call: AppStoreHTTPRequest, _ timeout: Duration) async throws(AppStoreTransportError) ->
        AppStoreHTTPResponse

    /// The maximum size of a response, in bytes.
    ///
    /// It is far larger than a page of twenty signed notifications with their certificates, and equals the limit of
    /// Apple's own clients.
    public static let maximumReplyByteCount = 1 << 20
    /// The timeout for establishing a connection, after which the client tries another host.
    static let connectTimeout: Duration = .seconds(5)

    /// The function that sends a request and returns the whole response within a timeout.
    public let exchange: Exchange

    /// Creates a transport from a function.
    public init(_ exchange: @escaping Exchange) {
        self.exchange = exchange
    }

    /// The configuration that the HTTP client of ``http(_:maximumReplyByteCount:)`` must have: it follows no redirects,
    /// because only Apple may receive a bearer token, and requires TLS 1.2 or later.
    public static var configuration: HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(Self.connectTimeout))
        )
        // Otherwise the HTTP client retries the same host until the timeout.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Otherwise the HTTP client would send trace headers to Apple and record addresses that identify customers.
        configuration.tracing.tracer = nil
        return configuration
    }

    /// Returns a transport over HTTP.
    ///
    /// - Parameters:
    ///   - client: A client with ``configuration``; its owner shuts it down.
    ///   - maximumReplyByteCount: The maximum size of a response, in bytes.
    /// - Returns: The transport.
    public static func http(
        _ client: HTTPClient,
        maximumReplyByteCount: Int = Self.maximumReplyByteCount
    ) -> Self {
        Self { call, timeout throws(AppStoreTransportError) in
            var request = HTTPClientRequest(url: call.url)
            request.method = HTTPMethod(rawValue: call.method)
            for field in call.headers { request.headers.add(name: field.name, value: field.value) }
            if let body = call.body { request.body = .bytes(ByteBuffer(bytes: body)) }
            do {
                let response = try await client.execute(request, timeout: TimeAmount(timeout))
                guard response.history.count <= 1 else { throw AppStoreTransportError.redirected }
                let body = try await response.body.collect(upTo: maximumReplyByteCount)
                return AppStoreHTTPResponse(
                    status: Int(response.status.code),
                    headers: response.headers.map { (name: $0.name, value: $0.value) },
                    body: Array(body.readableBytesView)
                )
            } catch {
                throw Self.meaning(of: error)
            }
        }
    }

    /// Returns the transport error that corresponds to an error of the HTTP client.
    private static func meaning(of error: any Error) -> AppStoreTransportError {
        switch error {
        case let error as AppStoreTransportError: return error
        case is CancellationError: return .canceled
        case is NIOTooManyBytesError: return .tooLarge
        case let error as HTTPClientError:
            switch error {
            case .cancelled, .requestStreamCancelled: return .canceled
            case .deadlineExceeded, .readTimeout, .writeTimeout: return .timedOut
            case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .socksHandshakeTimeout,
                .httpProxyHandshakeTimeout, .invalidProxyResponse, .proxyAuthenticationRequired, .invalidURL,
                .emptyHost, .emptyScheme, .alreadyShutdown:
                return .unreachable
            default: return .interrupted
            }
        case is HTTPParserError: return .interrupted
        case let error as IOError: return Self.isBeforeSending(error) ? .unreachable : .interrupted
        // The other errors come from the name lookup, the connection, or the TLS handshake.
        default: return .unreachable
        }
    }

    private static func isBeforeSending(_ error: IOError) -> Bool {
        [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN].contains(error.errnoCode)
    }
}

/// An HTTP request to Apple, ready to be sent.
public struct AppStoreHTTPRequest: Sendable {
    /// The HTTP method.
    public let method: String
    /// The absolute URL.
    public let url: String
    /// The header fields, including the bearer token.
    public let headers: [(name: String, value: String)]
    /// The body; `nil` for none.
    public let body: [UInt8]?

    /// Creates a request from its parts.
    public init(method: String, url: String, headers: [(name: String, value: String)], body: [UInt8]?) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

extension AppStoreHTTPRequest: CustomStringConvertible, CustomReflectable {
    /// A description with the method only, because URLs contain customers' transaction identifiers and header fields
    /// contain a token.
    public var description: String { "AppStoreHTTPRequest(\(self.method))" }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The response to an ``AppStoreHTTPRequest``.
public struct AppStoreHTTPResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The header fields, in order.
    public let headers: [(name: String, value: String)]
    /// The whole body.
    public let body: [UInt8]

    /// Creates a response from its parts.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the value of the first header field with a name, ignoring case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return self.headers.first { $0.name.lowercased() == wanted }?.value
    }
}

/// The reason why a request got no response.
public enum AppStoreTransportError: Error, Hashable, Sendable {
    /// The request was not sent: the name lookup, the connection, or the TLS handshake failed.
    case unreachable
    /// The connection ended before the whole response arrived; Apple may have received the request.
    case interrupted
    /// The timeout passed before the whole response arrived; Apple may have received the request.
    case timedOut
    /// The response is larger than ``AppStoreTransport/maximumReplyByteCount``.
    case tooLarge
    /// The response came from another URL than the request's.
    case redirected
    /// The task was canceled.
    case canceled
}
