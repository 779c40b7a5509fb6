import AppStore
import ArgumentParser
import NIOHTTP1

/// `purser policy publish`: lets a refund policy count from now on.
struct PolicyPublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Lets a refund policy count for every request that is decided from now on.",
        discussion: """
            Example:
              purser policy check shop/refunds.yaml
              purser refunds dry-run shop/refunds.yaml
              purser policy publish shop/refunds.yaml --reason "the new terms"

            Every version is kept, and who published it is in the audit log.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The file of the policy.")
    var file: String

    @OptionGroup var server: WebhookOptions

    @OptionGroup var reason: ReasonOption

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let text = try PolicyFile.text(self.file)
        if !self.yes { try Confirmation.ask("Apple is answered by \(self.file) from now on. Go on?") }
        try await self.server.with { access in
            let members = self.reason.with([JSONMember(key: "policy", value: .string(text))])
            let policy = try await access.send(.POST, "refund-policies", [], members)
            StandardStream.output.write(line: "Version \(WebhookLine.plain(policy["version"])) counts.")
        }
    }
}
