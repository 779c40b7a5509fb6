import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks show`: shows an address that is told, and how it is doing.
struct WebhooksShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows an address that is told, and how it is doing.",
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
        try await self.endpoint.server.with { access in
            let webhook = try await access.get(self.endpoint.path())
            guard !self.json else { return StandardStream.output.write(json: webhook) }
            for line in WebhookLine.fields(webhook) { StandardStream.output.write(line: line) }
        }
    }
}
