import AppStore
import ArgumentParser
import PurserService

/// `purser events`: what happened, in order.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "What happened, in order: reads it, follows it, sends one event once more.",
        discussion: """
            Example:
              purser events tail
              purser events resend cus_ada_7 --to we_0123456789abcdef01
            """,
        subcommands: [EventsTailCommand.self, EventsResendCommand.self]
    )
}

/// `purser events tail`: the newest events, and those to come.
struct EventsTailCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tail",
        abstract: "Shows events as they come, or from a place on.",
        discussion: """
            Example:
              purser events tail
              purser events tail --type 'subscription.*' --json
              purser events tail --cursor 7t-2v91h --once

            Without --cursor it begins with what happens from now on. It ends with Ctrl-C, and writes to standard error
            where to take it up again. With --once it works without a running server too.

            Exit status: 0 ended, 1 \(WebhooksCommand.endings)
            """
    )

    /// How often the server is asked when there was nothing new.
    private static let interval = Duration.milliseconds(300)

    @OptionGroup var server: AppOptions

    @Option(help: "Begin after this cursor; 'beginning' for everything.")
    var cursor: String?

    @Option(help: "Only events of this name, or of a noun: 'subscription.*'. Several times for several.")
    var type: [String] = []

    @Flag(help: "End when there is nothing more.")
    var once = false

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        // A command that waits for events would keep a server from the database.
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
                StandardStream.error.write(line: "No such event came. For all from the first on: --cursor beginning")
            }
            if let cursor { StandardStream.error.write(line: "Go on from here: --cursor \(cursor)") }
        }
    }

    /// The place after everything that there is.
    private static func newest(_ api: APIClient) async throws -> String? {
        try await api.get("events", [("from", "newest")])["cursor"]?.text
    }
}

/// `purser events resend`: sends one event to an endpoint once more.
struct EventsResendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend",
        abstract: "Sends one event to an endpoint once more, at once, and says how it answered.",
        discussion: """
            Example:
              purser events resend cus_ada_7 --to we_0123456789abcdef01

            Exit status: 0 it arrived, 1 it did not, or \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Argument(help: "The event's id, as in the event and in the header webhook-id.")
    var event: String

    @Option(help: "The endpoint's id: purser webhooks list")
    var to: String

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
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

/// An event as the commands write it.
enum EventLine {
    /// An event in one line: when, what, whose, and its id.
    static func text(_ event: JSONValue, json: Bool) -> String {
        if json { return String(decoding: event.json(), as: UTF8.self) }
        let chain = event["chain"]?["originalTransaction"]?.text
        let whose = event["customer"]?.text ?? chain.map { "chain \($0)" } ?? ""
        return [event["occurredAt"]?.text ?? "", event["name"]?.text ?? "", whose, event["id"]?.text ?? ""]
            .joined(separator: "  ")
    }
}
