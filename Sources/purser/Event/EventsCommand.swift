import AppStore
import ArgumentParser
import PurserService

/// `purser events`: lists, follows and resends events.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List and follow events, and resend one.",
        discussion: """
            Example:
              purser events tail
              purser events resend cus_ada_7 --to we_0123456789abcdef01
            """,
        subcommands: [EventsTailCommand.self, EventsResendCommand.self]
    )
}

/// `purser events tail`: shows the newest events and follows the feed.
struct EventsTailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Follow events, from now on or from a position on.",
        discussion: """
            Example:
              purser events tail
              purser events tail --type 'subscription.*' --json
              purser events tail --cursor 7t-2v91h --once

            Without --cursor it begins now. It ends with Ctrl-C, and writes the cursor to continue with to standard
            error. With --once it also works without a running server.

            Exit status: 0 ended, 1 \(WebhooksCommand.endings)
            """
    )

    /// The interval between requests when there are no new events.
    private static let interval = Duration.milliseconds(300)

    @OptionGroup var server: AppOptions

    @Option(help: "Begin after this cursor; 'beginning' for all events.")
    var cursor: String?

    @Option(help: "Only events with this name, or of a noun: 'subscription.*'. May be repeated.")
    var type: [String] = []

    @Flag(help: "End after the newest event.")
    var once = false

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        // A command that waits for events would block a server from the database.
        try await self.server.with(absence: self.once ? nil : Listen.absence) { api in
            var cursor = self.cursor == "beginning" ? nil : self.cursor
            if self.cursor == nil { cursor = try await Self.newest(api) }
            var isEmpty = true
            let filter = self.type.map { ("type", Optional($0)) }
            while !Task.isCancelled {
                let page = try await api.get("events", [("cursor", cursor), ("limit", "200")] + filter)
                for event in page["events"]?.elements ?? [] {
                    isEmpty = false
                    StandardStream.output.write(line: EventLine.text(event, json: self.json))
                }
                cursor = page["cursor"]?.text ?? cursor
                if page["next"] != nil { continue }
                if self.once { break }
                try await ContinuousClock().sleep(for: Self.interval)
            }
            if isEmpty {
                StandardStream.error.write(line: "There were no such events. For all events: --cursor beginning")
            }
            if let cursor { StandardStream.error.write(line: "To continue from here: --cursor \(cursor)") }
        }
    }

    /// Returns the position after the newest event.
    private static func newest(_ api: APIClient) async throws -> String? {
        try await api.get("events", [("from", "newest")])["cursor"]?.text
    }
}

/// `purser events resend`: resends an event to an endpoint.
struct EventsResendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend",
        abstract: "Resend an event to an endpoint once, immediately, and show the result.",
        discussion: """
            Example:
              purser events resend cus_ada_7 --to we_0123456789abcdef01

            Exit status: 0 delivered, 1 not delivered, or \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Argument(help: "The event's id, as in the event and in the header webhook-id.")
    var event: String

    @Option(help: "The endpoint's id: purser webhooks list")
    var to: String

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            let members = self.reason.with([JSONMember(key: "webhook", value: .string(self.to))])
            let path = "events/\(APIClient.escaped(self.event))/resend"
            let attempt = try await api.send(.post, path, [], members)
            StandardStream.output.write(line: WebhookLine.attempt(attempt, json: self.json))
            guard attempt["arrived"] == .bool(true) else { throw ExitStatus.negative.error }
        }
    }
}

/// The output of events.
enum EventLine {
    /// Returns an event in one line: its time, name, customer and id.
    static func text(_ event: JSONValue, json: Bool) -> String {
        if json { return String(decoding: event.json(), as: UTF8.self) }
        let chain = event["chain"]?["originalTransaction"]?.text
        let whose = event["customer"]?.text ?? chain.map { "chain \($0)" } ?? ""
        return [event["occurredAt"]?.text ?? "", event["name"]?.text ?? "", whose, event["id"]?.text ?? ""]
            .joined(separator: "  ")
    }
}
