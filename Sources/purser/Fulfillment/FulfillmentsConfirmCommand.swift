import AppStore
import ArgumentParser
import PurserService

/// `purser fulfillments confirm`: says that goods were fulfilled, or revoked, by other means.
struct FulfillmentsConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Says that goods were fulfilled, or revoked, by other means.",
        discussion: """
            Example:
              purser fulfillments confirm ful_Production_230000000000042 --reason "given by support"

            Exit status: \(FulfillmentOptions.endings)
            """
    )

    @OptionGroup var fulfillment: FulfillmentOptions

    @Flag(help: "They were revoked.")
    var revoked = false

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let what = self.revoked ? "revoked" : "fulfilled"
        let question = "\(self.fulfillment.id) counts as \(what), and nobody does it any more. Go on?"
        let kind = JSONMember(key: "call", value: .string(self.revoked ? "revoke" : "fulfill"))
        try await self.fulfillment.post("confirm", [kind], asking: self.yes ? nil : question)
    }
}

/// `purser fulfillments retry`: has what has failed or is suspended tried again at once.
struct FulfillmentsRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Has what has failed or is suspended tried again at once.",
        discussion: """
            Example:
              purser fulfillments retry ful_Production_230000000000042

            Exit status: \(FulfillmentOptions.endings)
            """
    )

    @OptionGroup var fulfillment: FulfillmentOptions

    func run() async throws {
        try await self.fulfillment.post("retry")
    }
}

/// `purser fulfillments suspend`: leaves what is to be done to a person.
struct FulfillmentsSuspendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend",
        abstract: "Leaves what is to be fulfilled or revoked to a person.",
        discussion: """
            Example:
              purser fulfillments suspend ful_Production_230000000000042 --reason "the wrong product"

            Exit status: \(FulfillmentOptions.endings)
            """
    )

    @OptionGroup var fulfillment: FulfillmentOptions

    func run() async throws {
        try await self.fulfillment.post("suspend")
    }
}

/// `purser fulfillments release`: fulfills what otherwise would not be.
struct FulfillmentsReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Fulfills what is older than the fulfillments of this server, or beyond the Sandbox's cap.",
        discussion: """
            Example:
              purser fulfillments release ful_Production_230000000000042 --reason "it never arrived at the old server"

            Exit status: \(FulfillmentOptions.endings)
            """
    )

    @OptionGroup var fulfillment: FulfillmentOptions

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let question = "\(self.fulfillment.id) is fulfilled, whatever was before. Go on?"
        try await self.fulfillment.post("release", asking: self.yes ? nil : question)
    }
}

/// What every command takes that does something with one fulfillment, and the way it does.
struct FulfillmentOptions: ParsableArguments {
    /// How such a command ends, for its help.
    static let endings = """
        0 done, 1 there is no such fulfillment, or it cannot be now; 3 nothing was done, because it was so already; 64 wrong \
        usage, 69 the database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
        """

    @Argument(help: "The fulfillment's id: purser fulfillments list")
    var id: String

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    /// Where the fulfillment is asked about.
    func path(_ action: String? = nil) -> String {
        let id = APIClient.escaped(self.id)
        return action.map { "fulfillments/\(id)/\($0)" } ?? "fulfillments/\(id)"
    }

    /// Does something with the fulfillment, and writes how it stands then.
    ///
    /// Where a question is given and not answered with yes, nothing is done; it is only asked about a fulfillment that
    /// is there.
    func post(_ action: String, _ members: [JSONMember] = [], asking question: String? = nil) async throws {
        try await self.server.with { api in
            if let question {
                _ = try await api.get(self.path())
                try Confirmation.ask(question)
            }
            let answer = try await api.send(.post, self.path(action), [], self.reason.with(members))
            Listing.fulfillments.write([answer], isJSON: self.json)
            try NoChange.end(answer)
        }
    }
}
