import AppStore
import ArgumentParser
import PurserService

/// `purser deliveries confirm`: says that goods were handed over, or taken back, by other means.
struct DeliveriesConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Says that goods were handed over, or taken back, by other means.",
        discussion: """
            Example:
              purser deliveries confirm dlv_Production_230000000000042 --reason "given by support"

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "They were taken back.")
    var takenBack = false

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let what = self.takenBack ? "taken back" : "handed over"
        let question = "\(self.delivery.id) counts as \(what), and nobody does it any more. Go on?"
        let kind = JSONMember(key: "call", value: .string(self.takenBack ? "take_back" : "deliver"))
        try await self.delivery.post("confirm", [kind], asking: self.yes ? nil : question)
    }
}

/// `purser deliveries retry`: has what has failed or is parked tried again at once.
struct DeliveriesRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Has what has failed or is parked tried again at once.",
        discussion: """
            Example:
              purser deliveries retry dlv_Production_230000000000042

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var delivery: DeliveryOptions

    func run() async throws {
        try await self.delivery.post("retry")
    }
}

/// `purser deliveries park`: leaves what is to be done to a person.
struct DeliveriesParkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "park",
        abstract: "Leaves what is to be handed over or taken back to a person.",
        discussion: """
            Example:
              purser deliveries park dlv_Production_230000000000042 --reason "the wrong product"

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var delivery: DeliveryOptions

    func run() async throws {
        try await self.delivery.post("park")
    }
}

/// `purser deliveries release`: hands over what otherwise would not be.
struct DeliveriesReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Hands over what is older than the deliveries of this server, or beyond the Sandbox's cap.",
        discussion: """
            Example:
              purser deliveries release dlv_Production_230000000000042 --reason "it never arrived at the old server"

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let question = "\(self.delivery.id) is handed over, whatever was before. Go on?"
        try await self.delivery.post("release", asking: self.yes ? nil : question)
    }
}

/// What every command takes that does something with one delivery, and the way it does.
struct DeliveryOptions: ParsableArguments {
    /// How such a command ends, for its help.
    static let endings = """
        0 done, 1 there is no such delivery, or it cannot be now; 3 nothing was done, because it was so already; 64 wrong \
        usage, 69 the database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
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
