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

            Exit status: 0 done, 1 \(WebhooksCommand.endings)
            """
    )

    @OptionGroup var endpoint: EndpointOptions

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.endpoint.server.with { access in
            let page = try await self.options.page(from: access, self.endpoint.path("deliveries"), "deliveries")
            self.options.write(page, as: .failingDeliveries)
        }
    }
}
