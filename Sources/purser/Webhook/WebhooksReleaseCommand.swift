import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks release`: tries at once what does not arrive at an endpoint, parked or not.
struct WebhooksReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Tries at once what does not arrive at an endpoint, parked or not.",
        discussion: """
            Example:
              purser webhooks release we_0123456789abcdef01
              purser webhooks release we_0123456789abcdef01 --event cus_ada_7

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Option(help: "Only the customer whose event this is.")
    var event: String?

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        var members = self.reason.with()
        if let event { members.append(JSONMember(key: "event", value: .string(event))) }
        try await self.endpoint.post("release", members) { answer in
            if let event, answer["lanes"] == .number("0") {
                StandardStream.error.write(line: "\(event) does not fail there, or an attempt is under way.")
                throw ExitStatus.negative.error
            }
            try NothingDone.end(answer)
            let whose = WebhookLine.count(answer["lanes"], "customer's events are", "customers' events are")
            StandardStream.output.write(answer, isJSON: self.json, "\(whose) tried now.")
        }
    }
}
