import AppStore
import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import Synchronization

/// The clock of a simulated App Store, followed over HTTP.
///
/// The address returns `{"now": milliseconds}`. The server asks before each request, so that it never evaluates
/// evidence at an outdated time.
final class RemoteClock: Sendable {
    /// The address of the clock of a simulated App Store on this machine.
    static let example = "http://127.0.0.1:8090\(path)"
    /// The path of every simulator's clock.
    private static let path = "/_sim/v1/clock"
    /// The timeout of a response.
    private static let timeout = TimeAmount.seconds(5)
    /// The maximum size of a response in bytes.
    private static let maximumAnswer = 4096

    private let url: String
    private let client: HTTPClient
    private let latest = Mutex(Instant(milliseconds: 0))

    /// Creates a clock that follows the one at an address.
    init(url: String, client: HTTPClient) {
        self.url = url
        self.client = client
    }

    /// The newest known instant.
    var now: Instant { self.latest.withLock { $0 } }

    /// An error of following the clock.
    enum Refusal: Error {
        /// The address does not return a time.
        case notAClock
    }

    /// Asks for the time; it never goes backward.
    func catchUp() async throws {
        let response = try await self.client.execute(HTTPClientRequest(url: self.url), timeout: Self.timeout)
        let body = try await response.body.collect(upTo: Self.maximumAnswer)
        guard response.status == .ok,
            case .object(let members)? = try? JSONValue(json: Array(body.readableBytesView)),
            let now = members.first(where: { $0.key == "now" }),
            case .number(let text) = now.value, let milliseconds = Int64(text)
        else { throw Refusal.notAClock }
        self.latest.withLock { $0 = max($0, Instant(milliseconds: milliseconds)) }
    }

    /// Returns a clock that has responded once.
    ///
    /// - Throws: The exit status, after writing what is wrong with the address.
    static func following(_ url: String, client: HTTPClient) async throws -> RemoteClock {
        try WebAddress.require(url, option: "--clock", example: Self.example)
        let followed = RemoteClock(url: url, client: client)
        do {
            try await followed.catchUp()
            return followed
        } catch Refusal.notAClock {
            let base = url.hasSuffix("/") ? String(url.dropLast()) : url
            let isBare = ["", "/"].contains(URL(string: url)?.path() ?? url)
            StandardStream.error.write(
                line: "--clock \(url): the response is not from a clock. "
                    + (isBare ? "Did you mean \(base)\(Self.path)?" : "A simulator's is at \(Self.path).")
            )
        } catch {
            StandardStream.error.write(
                line: "--clock \(url): no server responds there. Start the simulator first: purser simulate"
            )
        }
        throw ExitStatus.unavailable.error
    }
}
