import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks`: the webhook endpoints of events.
struct WebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "The webhook endpoints of events: adds, tests, and puts right what does not arrive.",
        discussion: """
            Example:
              purser webhooks create https://shop.example.com/purchases
              purser webhooks test we_0123456789abcdef01
              purser webhooks deliveries we_0123456789abcdef01
            """,
        subcommands: [
            WebhooksListCommand.self, WebhooksShowCommand.self, WebhooksCreateCommand.self, WebhooksTestCommand.self,
            WebhooksDeliveriesCommand.self, WebhooksRetryCommand.self, WebhooksSkipCommand.self,
            WebhooksReplayCommand.self, WebhooksPauseCommand.self, WebhooksResumeCommand.self,
            WebhooksRotateCommand.self, WebhooksDeleteCommand.self,
        ]
    )

    /// How the commands about webhooks and events end, for their help.
    static let endings = """
        there is no such endpoint or event, or it cannot be now; 3 nothing was done, because it was so already; 64 wrong \
        usage, 69 the database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
        """
}

/// `purser webhooks list`: lists the webhook endpoints, and whether they are.
struct WebhooksListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the webhook endpoints, and whether they are.",
        discussion: """
            Example:
              purser webhooks list
              purser webhooks list --json

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            let all = try await api.get("webhooks")["webhooks"]?.elements ?? []
            Listing.webhooks.write(all, isJSON: self.json)
        }
    }
}

/// `purser webhooks show`: shows a webhook endpoint, and how it is doing.
struct WebhooksShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows a webhook endpoint, and how it is doing.",
        discussion: """
            Example:
              purser webhooks show we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.endpoint.server.with { api in
            let webhook = try await api.get(self.endpoint.path())
            guard !self.json else { return StandardStream.output.write(json: webhook) }
            for line in WebhookLine.fields(webhook) { StandardStream.output.write(line: line) }
        }
    }
}

/// `purser webhooks create`: adds a webhook endpoint, and shows its secret once.
struct WebhooksCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Adds a webhook endpoint, and shows its secret once.",
        discussion: """
            Example:
              purser webhooks create https://shop.example.com/purchases
              purser webhooks create https://shop.example.com/subs --event 'subscription.*' --environment Production
              purser webhooks create https://old.example.com/apple --relay

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Argument(help: "The URL: https, or http where webhooks.allow in the configuration allows the address.")
    var url: String

    @Flag(help: "Send it Apple's notifications as they come, instead of Purser's events.")
    var relay = false

    @Option(help: "What people call it; the host if not given.")
    var name: String?

    @Option(help: "Only events of this name, or of a noun: 'subscription.*'. Several times for several.")
    var event: [String] = []

    @Option(help: "Only this environment: Production, Sandbox, Xcode. Several times for several.")
    var environment: [String] = []

    @Option(help: "Of a relay: only so many of a hundred chains.")
    var percent: Int?

    @Flag(help: "It is the one that fulfills orders.")
    var fulfiller = false

    @Option(help: "hmac, or ed25519.")
    var signature: String?

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            var members = self.reason.with([JSONMember(key: "url", value: .string(self.url))])
            if self.relay { members.append(JSONMember(key: "kind", value: .string("relay"))) }
            if let name { members.append(JSONMember(key: "name", value: .string(name))) }
            if !self.event.isEmpty {
                members.append(JSONMember(key: "events", value: .array(self.event.map { .string($0) })))
            }
            if !self.environment.isEmpty {
                members.append(JSONMember(key: "environments", value: .array(self.environment.map { .string($0) })))
            }
            if let percent { members.append(JSONMember(key: "percent", value: .number(String(percent)))) }
            if self.fulfiller { members.append(JSONMember(key: "fulfiller", value: .bool(true))) }
            if let signature { members.append(JSONMember(key: "signature", value: .string(signature))) }
            let made = try await api.send(.post, "webhooks", [], members)
            WebhookLine.writeSecret(of: made, json: self.json)
        }
    }
}

/// `purser webhooks test`: sends an endpoint something that stands for nothing, and says how it answered.
struct WebhooksTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Sends an endpoint something that stands for nothing, and says how it answered.",
        discussion: """
            Example:
              purser webhooks test we_0123456789abcdef01

            Exit status: 0 it arrived, 1 it did not, or \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.endpoint.post("test") { attempt in
            StandardStream.output.write(line: WebhookLine.attempt(attempt, json: self.json))
            guard attempt["arrived"] == .bool(true) else { throw ExitStatus.negative.error }
        }
    }
}

/// `purser webhooks delete`: sends an address nothing more, and forgets what it has not received.
struct WebhooksDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Sends an address nothing more, and forgets what it has not received.",
        discussion: """
            Example:
              purser webhooks delete we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.endpoint.server.with { api in
            let url = try await api.get(self.endpoint.path())["url"]?.text ?? ""
            if !self.yes { try Confirmation.ask("\(self.endpoint.id) (\(url)) is sent nothing more. Go on?") }
            _ = try await api.send(.delete, self.endpoint.path(), [("reason", self.reason.reason)], nil)
            let removed = JSONValue.object([JSONMember(key: "removed", value: .string(self.endpoint.id))])
            StandardStream.output.write(removed, isJSON: self.json, "\(self.endpoint.id) is removed.")
        }
    }
}
