import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks remove`: tells an address nothing more, and forgets what it was not told.
struct WebhooksRemoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Tells an address nothing more, and forgets what it was not told.",
        discussion: """
            Example:
              purser webhooks remove we_0123456789abcdef01

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var reason: ReasonOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.endpoint.server.with { access in
            let url = try await access.get(self.endpoint.path())["url"]?.text ?? ""
            if !self.yes { try Confirmation.ask("\(self.endpoint.id) (\(url)) is told nothing more. Go on?") }
            _ = try await access.send(.delete, self.endpoint.path(), [("reason", self.reason.reason)], nil)
            let removed = JSONValue.object([JSONMember(key: "removed", value: .string(self.endpoint.id))])
            StandardStream.output.write(removed, isJSON: self.json, "\(self.endpoint.id) is removed.")
        }
    }
}
