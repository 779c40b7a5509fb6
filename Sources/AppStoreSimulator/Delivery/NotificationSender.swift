import AppStore
public import AsyncHTTPClient
public import NIOCore
import NIOHTTP1

/// A client that posts notifications over HTTP to the URL of their app, as Apple does.
///
/// A status from 200 to 206 is success, whatever the body; everything else is a failure. The HTTP client's
/// configuration decides whether redirects are followed.
public struct NotificationSender: Sendable {
    /// The maximum number of bytes that the sender reads of a response body; Apple needs none of it.
    private static let answerLimit = 65536

    private let client: HTTPClient
    private let timeout: TimeAmount

    /// Creates a sender that uses this client and waits at most `timeout`, in wall-clock time, for a response.
    public init(client: HTTPClient, timeout: TimeAmount = .seconds(30)) {
        self.client = client
        self.timeout = timeout
    }

    /// Posts one notification once; returns `nil` when its app has no URL.
    public func send(_ notification: WorldNotification) async -> WorldDelivery.Outcome? {
        guard let address = notification.app.notificationURL else { return nil }
        do {
            let response = try await self.client.post(notification.body, to: address, timeout: self.timeout)
            // Reading a short body allows the connection to be reused; a longer one is not read.
            _ = try? await response.body.collect(upTo: Self.answerLimit)
            return .answered(status: Int(response.status.code))
        } catch {
            return .failed(SendAttemptResult(failure: error))
        }
    }

    /// The sender as a receiver for a world's deliveries.
    public var receiver: NotificationReceiver {
        { notification in await self.send(notification) }
    }
}

extension HTTPClient {
    /// Posts JSON to an app's server, as the store does.
    func post(_ json: [UInt8], to url: String, timeout: TimeAmount) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/json")
        request.headers.add(name: "user-agent", value: "Purser-Simulator")
        request.body = .bytes(json)
        return try await self.execute(request, timeout: timeout)
    }
}

extension SendAttemptResult {
    /// Maps an error to Apple's name for a missing or unreadable response.
    init(failure error: any Error) {
        switch error {
        case let error as HTTPClientError:
            switch error {
            case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded: self = .timedOut
            case .tlsHandshakeTimeout: self = .tlsIssue
            case .redirectCycleDetected, .redirectLimitReached: self = .circularRedirect
            case .remoteConnectionClosed, .uncleanShutdown: self = .prematureClose
            default: self = .other
            }
        case is ChannelError, is IOError: self = .socketIssue
        case is NIOTooManyBytesError: self = .invalidResponse
        default: self = .other
        }
    }
}
