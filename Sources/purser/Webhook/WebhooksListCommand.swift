import AppStore
import ArgumentParser
import PurserService

/// `purser webhooks list`: lists the addresses that are told, and whether they are.
struct WebhooksListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the addresses that are told, and whether they are.",
        discussion: """
            Example:
              purser webhooks list
              purser webhooks list --json

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let all = try await access.get("webhooks")["webhooks"]?.elements ?? []
            Listing.webhooks.write(all, isJSON: self.json)
        }
    }
}
