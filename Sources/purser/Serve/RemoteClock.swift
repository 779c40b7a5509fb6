import AppStore
import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import Synchronization

/// The clock of a simulated App Store, followed over HTTP.
///
/// The address answers `{"now": milliseconds}`. The server asks before each request it answers, so evidence is never
/// judged by a time that the world has left behind.
final class RemoteClock: Sendable {
    /// Where a simulated App Store on this machine has its clock.
    static let example = "http://127.0.0.1:8090\(path)"
    /// The path of every simulator's clock.
    private static let path = "/_sim/v1/clock"
    /// How long an answer may take.
    private static let timeout = TimeAmount.seconds(5)
    /// The longest answer that is read, in bytes.
    private static let maximumAnswer = 4096

    private let url: String
    private let client: HTTPClient
    private let latest = Mutex(Instant(milliseconds: 0))

    /// Follows the clock at an address.
    init(url: String, client: HTTPClient) {
        self.url = url
        self.client = client
    }

    /// The newest instant heard of.
    var now: Instant { self.latest.withLock { $0 } }

    /// Why the clock cannot be followed.
    enum Refusal: Error {
        /// What answers is no clock.
        case notAClock
    }

    /// Asks for the time; it never goes backwards.
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

    /// A clock that has answered once.
    ///
    /// - Throws: The exit status, after saying what is wrong with the address.
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
                line: "--clock \(url): what answers there is no clock. "
                    + (isBare ? "Did you mean \(base)\(Self.path)?" : "A simulator's is at \(Self.path).")
            )
        } catch {
            StandardStream.error.write(
                line: "--clock \(url): nobody answers there. Start the simulator first: purser simulate"
            )
        }
        throw ExitStatus.unavailable.error
    }
}
