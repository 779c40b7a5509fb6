import AppStore
public import AsyncHTTPClient
public import NIOCore
import NIOHTTP1

/// A client that posts to realtime endpoints over HTTP, as the store does, and measures response times.
///
/// The response time is the only value of a simulated store that depends on the wall clock.
public struct RealtimeClient: Sendable {
    /// The maximum number of bytes that the client reads of a response; the largest real one has a few kilobytes.
    private static let answerLimit = 65536

    private let client: HTTPClient
    private let timeout: TimeAmount

    /// Creates a client that uses this HTTP client, with a timeout.
    public init(client: HTTPClient, timeout: TimeAmount = .seconds(10)) {
        self.client = client
        self.timeout = timeout
    }

    /// The client as a sender for a world.
    public var sender: RealtimeSender {
        { url, body in await self.post(body, to: url) }
    }

    private func post(_ body: [UInt8], to url: String) async -> RealtimeReply {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let response = try await self.client.post(body, to: url, timeout: self.timeout)
            let answer = try await response.body.collect(upTo: Self.answerLimit)
            return .answered(
                status: Int(response.status.code),
                body: Array(answer.readableBytesView),
                milliseconds: Self.milliseconds(start.duration(to: clock.now))
            )
        } catch {
            return .failed(
                SendAttemptResult(failure: error),
                milliseconds: Self.milliseconds(start.duration(to: clock.now))
            )
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
