import AppStore
public import AsyncHTTPClient
public import NIOCore
import NIOHTTP1

/// Posts notifications over HTTP to the address that their app has given, as Apple does.
///
/// An answer from 200 to 206 is success, whatever its body; everything else is a failure. Redirects are followed as the
/// client is configured to.
public struct NotificationSender: Sendable {
    /// How much of an answer is read; Apple needs none of it.
    private static let answerLimit = 65536

    private let client: HTTPClient
    private let timeout: TimeAmount

    /// A sender over this client, which waits so long, by the clock on the wall, for an answer.
    public init(client: HTTPClient, timeout: TimeAmount = .seconds(30)) {
        self.client = client
        self.timeout = timeout
    }

    /// Posts one notification once; `nil` when its app has no address.
    public func send(_ notification: WorldNotification) async -> WorldDelivery.Outcome? {
        guard let address = notification.app.notificationURL else { return nil }
        do {
            let response = try await self.client.post(notification.body, to: address, timeout: self.timeout)
            // Reading a short body keeps the connection; a long one is none of our business.
            _ = try? await response.body.collect(upTo: Self.answerLimit)
            return .answered(status: Int(response.status.code))
        } catch {
            return .failed(SendAttemptResult(failure: error))
        }
    }

    /// The sender as what a world delivers to.
    public var receiver: NotificationReceiver {
        { notification in await self.send(notification) }
    }
}

extension HTTPClient {
    /// Posts JSON as the store does to an app's server.
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
    /// Apple's word for why no answer came, or none that can be read.
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
