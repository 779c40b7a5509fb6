import AsyncHTTPClient
import Ledger

extension FollowedClock {
    /// The ambient of a command: that of a simulated App Store's clock, if an address of one is given.
    static func ambient(_ url: String?, client: HTTPClient) async throws -> Ambient {
        guard let url else { return .live }
        let followed = FollowedClock(url: url, client: client)
        do {
            try await followed.catchUp()
        } catch {
            StandardStream.error.write(
                line: "--clock \(url): no clock answers there. Start the simulator first: purser simulate"
            )
            throw ExitStatus.unavailable.error
        }
        return .following(followed)
    }
}
