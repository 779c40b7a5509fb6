import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks pause`: sends an endpoint nothing for now; what happens waits for it.
struct WebhooksPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Sends an endpoint nothing for now; what happens waits for it.",
        discussion: """
            Example:
              purser webhooks pause we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.endpoint.change(paused: true, self.reason, isJSON: self.json)
    }
}

/// `purser webhooks resume`: sends to an endpoint again, also one that answered 410 Gone.
struct WebhooksResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Sends to an endpoint again, also one that answered 410 Gone.",
        discussion: """
            Example:
              purser webhooks resume we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.endpoint.change(paused: false, self.reason, isJSON: self.json)
    }
}

/// `purser webhooks rotate`: gives an endpoint a new secret, and shows it once.
struct WebhooksRotateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Gives an endpoint a new secret, and shows it once.",
        discussion: """
            Example:
              purser webhooks rotate we_0123456789abcdef01
              purser webhooks rotate we_0123456789abcdef01 --former-hours 0

            The former secret signs beside the new one for a day, or as long as --former-hours says: 0 after a leak.

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Option(help: "How many hours the former secret signs beside it, 0 to 168.")
    var overlapHours = 24

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        let members = self.reason.with([JSONMember(key: "overlapHours", value: .number(String(self.overlapHours)))])
        try await self.endpoint.post("rotate", members) { webhook in
            WebhookLine.writeSecret(of: webhook, json: self.json)
            guard !self.json, self.overlapHours > 0, webhook["previousSecretUntil"] == nil else { return }
            StandardStream.error.write(
                line: "The key of the former secret is gone, so only this one signs from now on: give it out."
            )
        }
    }
}
