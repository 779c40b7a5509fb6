public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// How a call gets to Apple and its reply back.
///
/// Tests give their own closure; ``http(_:maximumReplyByteCount:)`` is the real one.
public struct AppStoreTransport: Sendable {
    /// Sends a call and returns the whole reply within a length of time.
    public typealias Exchange =
        @Sendable (_ call: AppStoreHTTPRequest, _ timeout: Duration) async throws(AppStoreTransportError) ->
        AppStoreHTTPResponse

    /// The longest reply that is read, in bytes: far above a page of twenty signed notifications with their
    /// certificates, and the bound that Apple's own clients have.
    public static let maximumReplyByteCount = 1 << 20
    /// How long a connection may take to be made, before another host is tried.
    static let connectTimeout: Duration = .seconds(5)

    /// Sends a call and returns the whole reply within a length of time.
    public let exchange: Exchange

    /// Makes a transport of a closure.
    public init(_ exchange: @escaping Exchange) {
        self.exchange = exchange
    }

    /// How the client of ``http(_:maximumReplyByteCount:)`` has to be set up: redirects are not followed, because a
    /// bearer token goes to nobody but Apple, and TLS is 1.2 at least.
    public static var configuration: HTTPClient.Configuration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(Self.connectTimeout))
        )
        // Otherwise the client dials the same host again and again until the time is over.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The client would tell Apple of a trace, and a trace of addresses that name customers.
        configuration.tracing.tracer = nil
        return configuration
    }

    /// The transport over HTTP.
    ///
    /// - Parameters:
    ///   - client: A client with ``configuration``; its owner shuts it down.
    ///   - maximumReplyByteCount: The longest answer that is read.
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

    /// What an error of the HTTP client says about the call.
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
        // What is left comes from looking up the name, from dialing, or from shaking hands over TLS.
        default: return .unreachable
        }
    }

    private static func isBeforeSending(_ error: IOError) -> Bool {
        [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN].contains(error.errnoCode)
    }
}

/// One HTTP request to Apple, ready to be sent.
public struct AppStoreHTTPRequest: Sendable {
    /// The method.
    public let method: String
    /// The whole address.
    public let url: String
    /// The header fields, the bearer token among them.
    public let headers: [(name: String, value: String)]
    /// The body; nil for none.
    public let body: [UInt8]?

    /// A request.
    public init(method: String, url: String, headers: [(name: String, value: String)], body: [UInt8]?) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

extension AppStoreHTTPRequest: CustomStringConvertible, CustomReflectable {
    /// The method alone: addresses name customers' transactions, header fields hold a token.
    public var description: String { "AppStoreHTTPRequest(\(self.method))" }

    /// Nothing of it is shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What came back for an ``AppStoreHTTPRequest``.
public struct AppStoreHTTPResponse: Sendable {
    /// The HTTP status.
    public let status: Int
    /// The header fields in their order.
    public let headers: [(name: String, value: String)]
    /// The whole body.
    public let body: [UInt8]

    /// A reply.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The value of the first header field of a name, whatever its letters' case.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        return self.headers.first { $0.name.lowercased() == wanted }?.value
    }
}

/// Why a call came back without a reply.
public enum AppStoreTransportError: Error, Hashable, Sendable {
    /// Nothing was sent: the name was not found, nobody listens, or TLS did not come about.
    case unreachable
    /// The connection ended before the whole reply was there; whether the call arrived is not known.
    case interrupted
    /// The time was over before the whole reply was there; whether the call arrived is not known.
    case timedOut
    /// The reply is larger than ``AppStoreTransport/maximumReplyByteCount``.
    case tooLarge
    /// The reply came from another address than the one that was called.
    case redirected
    /// The task was canceled.
    case canceled
}
