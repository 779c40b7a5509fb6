import ArgumentParser
import AsyncHTTPClient
import Ledger

/// Whose time a command goes by that works on a database which no server has open.
struct ClockOption: ParsableArguments {
    @Option(
        name: .customLong("clock"),
        help: ArgumentHelp(
            "The clock of a simulated App Store, if the database belongs to one and no server runs.",
            valueName: "url"
        )
    )
    var address: String?

    /// The time of the books.
    func ambient(_ client: HTTPClient) async throws -> Ambient {
        try await FollowedClock.ambient(self.address, client: client)
    }
}
