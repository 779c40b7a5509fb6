import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks`: manages webhook endpoints.
struct WebhooksCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks",
        abstract: "Create and test webhook endpoints, and repair deliveries.",
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

    /// The exit statuses of the commands about webhooks and events, for their help.
    static let endings = """
        there is no such endpoint or event or its state does not allow it, 3 nothing to do, 64 wrong usage, 69 the \
        database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
        """
}

/// `purser webhooks list`: lists webhook endpoints.
struct WebhooksListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List webhook endpoints and their states.",
        discussion: """
            Example:
              purser webhooks list
              purser webhooks list --json

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            let all = try await api.get("webhooks")["webhooks"]?.elements ?? []
            Listing.webhooks.write(all, isJSON: self.json)
        }
    }
}

/// `purser webhooks show`: shows a webhook endpoint.
struct WebhooksShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a webhook endpoint and the state of its deliveries.",
        discussion: """
            Example:
              purser webhooks show we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        try await self.endpoint.server.with { api in
            let webhook = try await api.get(self.endpoint.path())
            guard !self.json else { return StandardStream.output.write(json: webhook) }
            for line in WebhookLine.fields(webhook) { StandardStream.output.write(line: line) }
        }
    }
}

/// `purser webhooks create`: creates a webhook endpoint and shows its secret.
struct WebhooksCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a webhook endpoint and show its secret once.",
        discussion: """
            Example:
              purser webhooks create https://shop.example.com/purchases
              purser webhooks create https://shop.example.com/subs --event 'subscription.*' --environment Production
              purser webhooks create https://old.example.com/apple --relay

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Argument(help: "The URL: https, or http if webhooks.allow in the configuration allows the address.")
    var url: String

    @Flag(help: "Forward Apple's notifications unchanged, instead of Purser's events.")
    var relay = false

    @Option(help: "A name for people; by default the host.")
    var name: String?

    @Option(help: "Only events with this name, or of a noun: 'subscription.*'. May be repeated.")
    var event: [String] = []

    @Option(help: "Only this environment: Production, Sandbox, Xcode. May be repeated.")
    var environment: [String] = []

    @Option(help: "For a relay: only this percentage of chains.")
    var percent: Int?

    @Flag(help: "The endpoint fulfills orders.")
    var fulfiller = false

    @Option(help: "hmac or ed25519.")
    var signature: String?

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object per line.")
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

/// `purser webhooks test`: sends a test event to an endpoint.
struct WebhooksTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test event to an endpoint and show the result.",
        discussion: """
            Example:
              purser webhooks test we_0123456789abcdef01

            Exit status: 0 delivered, 1 not delivered, or \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        try await self.endpoint.post("test") { attempt in
            StandardStream.output.write(line: WebhookLine.attempt(attempt, json: self.json))
            guard attempt["arrived"] == .bool(true) else { throw ExitStatus.negative.error }
        }
    }
}

/// `purser webhooks delete`: deletes an endpoint and its undelivered events.
struct WebhooksDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an endpoint, and discard its undelivered events.",
        discussion: """
            Example:
              purser webhooks delete we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.endpoint.server.with { api in
            let url = try await api.get(self.endpoint.path())["url"]?.text ?? ""
            if !self.yes { try Confirmation.ask("This deletes \(self.endpoint.id) (\(url)). Continue?") }
            _ = try await api.send(.delete, self.endpoint.path(), [("reason", self.reason.reason)], nil)
            let removed = JSONValue.object([JSONMember(key: "removed", value: .string(self.endpoint.id))])
            StandardStream.output.write(removed, isJSON: self.json, "\(self.endpoint.id) is deleted.")
        }
    }
}
