import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks deliveries`: lists what does not arrive at an endpoint, and what is parked.
struct WebhooksDeliveriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "Lists what does not arrive at an endpoint, and what is parked.",
        discussion: """
            Example:
              purser webhooks deliveries we_0123456789abcdef01
              purser webhooks deliveries we_0123456789abcdef01 --json

            Exit status: 0 done, 1 \(WebhookOptions.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Option(help: "At most so many, 1 to 200.")
    var limit = 50

    @Option(help: "Only what comes after this one.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.endpoint.server.with { access in
            let answer = try await access.get(
                self.endpoint.path("deliveries"),
                [("limit", String(self.limit)), ("cursor", self.cursor)]
            )
            let found = answer["deliveries"]?.elements ?? []
            for one in found { StandardStream.output.write(line: WebhookLine.delivery(one, json: self.json)) }
            guard !self.json else { return }
            if found.isEmpty { StandardStream.error.write(line: "Nothing fails.") }
            if let next = answer["next"]?.text { StandardStream.error.write(line: "More: --cursor '\(next)'") }
        }
    }
}
