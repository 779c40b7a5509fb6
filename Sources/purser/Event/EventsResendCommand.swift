import AppStore
import ArgumentParser
import PurserService

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
        try await self.server.with { access in
            let members = self.reason.with([JSONMember(key: "webhook", value: .string(self.to))])
            let path = "events/\(APIClient.escaped(self.event))/resend"
            let trial = try await access.send(.post, path, [], members)
            StandardStream.output.write(line: WebhookLine.trial(trial, json: self.json))
            guard trial["arrived"] == .bool(true) else { throw ExitStatus.negative.error }
        }
    }
}
