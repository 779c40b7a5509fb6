import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks test`: sends an endpoint something that stands for nothing, and says how it answered.
struct WebhooksTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Sends an endpoint something that stands for nothing, and says how it answered.",
        discussion: """
            Example:
              purser webhooks test we_0123456789abcdef01

            Exit status: 0 it arrived, 1 it did not, or \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.endpoint.post("test") { trial in
            StandardStream.output.write(line: WebhookLine.trial(trial, json: self.json))
            guard trial["arrived"] == .bool(true) else { throw ExitStatus.negative.error }
        }
    }
}
