import AppStore
public import AsyncHTTPClient
public import NIOCore
import NIOHTTP1

/// Posts to realtime endpoints over HTTP, as the store does, and measures how long answers take.
///
/// The time an answer takes is the only thing about a simulated store that the clock on the wall decides.
public struct RealtimeClient: Sendable {
    /// How much of an answer is read; the largest real one has a few kilobytes.
    private static let answerLimit = 65536

    private let client: HTTPClient
    private let timeout: TimeAmount

    /// A client over this one, which gives up after so long.
    public init(client: HTTPClient, timeout: TimeAmount = .seconds(10)) {
        self.client = client
        self.timeout = timeout
    }

    /// The client as what a world asks with.
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
