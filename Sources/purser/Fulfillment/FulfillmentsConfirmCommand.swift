import AppStore
import ArgumentParser
import PurserService

/// `purser fulfillments confirm`: records that goods were fulfilled, or revoked, by other means.
struct FulfillmentsConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Record that goods were fulfilled, or revoked, by other means.",
        discussion: """
            Example:
              purser fulfillments confirm ful_Production_230000000000042 --reason "given by support"

            Exit status: \(FulfillmentOptions.endings)
            """
    )

    @OptionGroup var fulfillment: FulfillmentOptions

    @Flag(help: "The goods were revoked.")
    var revoked = false

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run() async throws {
        let what = self.revoked ? "revoked" : "fulfilled"
        let question =
            "\(self.fulfillment.id) then counts as \(what), and the server makes no further calls for it. Continue?"
        let kind = JSONMember(key: "call", value: .string(self.revoked ? "revoke" : "fulfill"))
        try await self.fulfillment.post("confirm", [kind], asking: self.yes ? nil : question)
    }
}

/// `purser fulfillments retry`: retries a failed or suspended fulfillment now.
struct FulfillmentsRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Retry a failed or suspended fulfillment now.",
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

/// `purser fulfillments suspend`: suspends a fulfillment until an operator acts.
struct FulfillmentsSuspendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend",
        abstract: "Suspend a fulfillment or a revocation until an operator acts.",
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

/// `purser fulfillments release`: fulfills a purchase that would not be fulfilled otherwise.
struct FulfillmentsReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Fulfill a purchase that is older than fulfillment on this server, or beyond the Sandbox cap.",
        discussion: """
            Example:
              purser fulfillments release ful_Production_230000000000042 --reason "it never arrived at the old server"

            Exit status: \(FulfillmentOptions.endings)
            """
    )

    @OptionGroup var fulfillment: FulfillmentOptions

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run() async throws {
        let question = "This fulfills \(self.fulfillment.id), regardless of its age and of the cap. Continue?"
        try await self.fulfillment.post("release", asking: self.yes ? nil : question)
    }
}

/// The arguments of the commands that act on one fulfillment.
struct FulfillmentOptions: ParsableArguments {
    /// The exit statuses of such a command, for its help.
    static let endings = """
        0 done, 1 there is no such fulfillment or its state does not allow it, 3 nothing to do, 64 wrong usage, 69 \
        the database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
        """

    @Argument(help: "The fulfillment's id: purser fulfillments list")
    var id: String

    @OptionGroup var server: AppOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object.")
    var json = false

    /// Returns the path of the fulfillment, or of an action on it.
    func path(_ action: String? = nil) -> String {
        let id = APIClient.escaped(self.id)
        return action.map { "fulfillments/\(id)/\($0)" } ?? "fulfillments/\(id)"
    }

    /// Performs an action on the fulfillment, and writes its new state.
    ///
    /// If a question is given and not confirmed, nothing is changed. The command looks the fulfillment up before it
    /// asks.
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
