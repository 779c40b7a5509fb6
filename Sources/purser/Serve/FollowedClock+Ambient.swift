import AsyncHTTPClient
import Foundation
import Ledger

extension FollowedClock {
    /// Where a simulated App Store on this machine has its clock.
    static let example = "http://127.0.0.1:8090\(path)"

    /// The path of every simulator's clock.
    private static let path = "/_sim/v1/clock"

    /// The ambient of a command: that of a simulated App Store's clock, if an address of one is given.
    static func ambient(_ url: String?, client: HTTPClient) async throws -> Ambient {
        guard let url else { return .live }
        return .following(try await Self.following(url, client: client))
    }

    /// A clock that has answered once.
    ///
    /// - Throws: The exit status, after saying what is wrong with the address.
    static func following(_ url: String, client: HTTPClient) async throws -> FollowedClock {
        try WebAddress.require(url, option: "--clock", example: Self.example)
        let followed = FollowedClock(url: url, client: client)
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
