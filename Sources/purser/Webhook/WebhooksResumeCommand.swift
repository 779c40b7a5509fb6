import ArgumentParser

/// `purser webhooks resume`: tells an endpoint again, also one that answered 410 Gone.
struct WebhooksResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Tells an endpoint again, also one that answered 410 Gone.",
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
