import AppStore
import ArgumentParser
import PurserService

/// What every command takes that does something with one delivery, and the way it does.
struct DeliveryOptions: ParsableArguments {
    /// How such a command ends, for its help.
    static let endings = """
        0 done, 1 there is no such delivery, or it cannot be now; 3 nothing was done, because it was so already; 64 wrong usage, 69 the server is not running, 75 try \
        again, 77 another user's server, 78 the configuration is wrong.
        """

    @Argument(help: "The delivery's id: purser deliveries list")
    var id: String

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    /// Where the delivery is asked about.
    func path(_ deed: String? = nil) -> String {
        let id = APIClient.escaped(self.id)
        return deed.map { "deliveries/\(id)/\($0)" } ?? "deliveries/\(id)"
    }

    /// Does something with the delivery, and writes how it stands then.
    ///
    /// Where a question is given and not answered with yes, nothing is done; it is only asked about a delivery that is
    /// there.
    func post(_ deed: String, _ members: [JSONMember] = [], asking question: String? = nil) async throws {
        try await self.server.with { access in
            if let question {
                _ = try await access.get(self.path())
                try Confirmation.ask(question)
            }
            let answer = try await access.send(.post, self.path(deed), [], self.reason.with(members))
            Listing.deliveries.write([answer], isJSON: self.json)
            try NothingDone.end(answer)
        }
    }
}
