import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks pause`: pauses an endpoint; the server keeps its events.
struct WebhooksPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause an endpoint; the server keeps its events.",
        discussion: """
            Example:
              purser webhooks pause we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.endpoint.change(paused: true, self.reason, isJSON: self.json)
    }
}

/// `purser webhooks resume`: resumes a paused endpoint, or one that responded with 410 Gone.
struct WebhooksResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Resume a paused endpoint, or one that responded with 410 Gone.",
        discussion: """
            Example:
              purser webhooks resume we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.endpoint.change(paused: false, self.reason, isJSON: self.json)
    }
}

/// `purser webhooks rotate`: creates a new secret for an endpoint and shows it.
struct WebhooksRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Create a new secret for an endpoint and show it once.",
        discussion: """
            Example:
              purser webhooks rotate we_0123456789abcdef01
              purser webhooks rotate we_0123456789abcdef01 --overlap-hours 0

            The previous secret signs in addition to the new one for a day, or for --overlap-hours: use 0 after a leak.

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Option(help: "The hours for which the previous secret still signs, 0 to 168.")
    var overlapHours = 24

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let members = self.reason.with([JSONMember(key: "overlapHours", value: .number(String(self.overlapHours)))])
        try await self.endpoint.post("rotate", members) { webhook in
            WebhookLine.writeSecret(of: webhook, json: self.json)
            guard !self.json, self.overlapHours > 0, webhook["previousSecretUntil"] == nil else { return }
            StandardStream.error.write(
                line:
                    "The key of the previous secret is lost, so only the new secret signs from now on: update the "
                    + "receiver."
            )
        }
    }
}
