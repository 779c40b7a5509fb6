import AppStore
import ArgumentParser

/// `purser webhooks skip`: passes over an event that does not arrive, so that those after it come.
struct WebhooksSkipCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "Passes over an event that does not arrive, so that those after it come.",
        discussion: """
            Example:
              purser webhooks skip we_0123456789abcdef01 cus_ada_7 --reason "the shop has deleted ada"

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Argument(help: "The event's id: purser webhooks deliveries")
    var event: String

    @Option(help: "Why, for the audit log.")
    var reason: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let members = [
            JSONMember(key: "event", value: .string(self.event)),
            JSONMember(key: "reason", value: .string(self.reason)),
        ]
        try await self.endpoint.server.with { access in
            if !self.yes {
                _ = try await access.get(self.endpoint.path())
                try Confirmation.ask("\(self.endpoint.id) is never told of \(self.event) in its turn. Go on?")
            }
            let answer = try await access.send(.post, self.endpoint.path("skip"), [], members)
            StandardStream.output.write(
                answer,
                isJSON: self.json,
                "\(self.event) is passed over; purser events resend still sends it."
            )
        }
    }
}
