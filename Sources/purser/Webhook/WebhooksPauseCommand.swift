import ArgumentParser

/// `purser webhooks pause`: tells an endpoint nothing for now; what happens waits for it.
struct WebhooksPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Tells an endpoint nothing for now; what happens waits for it.",
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
