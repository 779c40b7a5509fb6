import AppStore
import ArgumentParser
import PurserService

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
            where to take it up again.

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
        try await self.server.with { access in
            var cursor = self.cursor == "beginning" ? nil : self.cursor
            if self.cursor == nil { cursor = try await Self.newest(access) }
            var isEmpty = true
            let filter = self.type.map { ("type", Optional($0)) }
            while !Task.isCancelled {
                let page = try await access.get("events", [("cursor", cursor), ("limit", "200")] + filter)
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
    private static func newest(_ access: APIClient) async throws -> String? {
        try await access.get("events", [("from", "newest")])["cursor"]?.text
    }
}
