import ArgumentParser

/// `purser deliveries list`: lists what has to be handed over, and what has become of it.
struct DeliveriesListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists what has to be handed over, and what has become of it.",
        discussion: """
            Example:
              purser deliveries list --state due
              purser deliveries list --customer ada --json

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Option(
        help: """
            Only what stands here: waiting, due, delivering, confirmed, parked, cancelled, take_back_due, taking_back, \
            taken_back, take_back_parked.
            """
    )
    var state: String?

    @Option(help: "Only what is, or was, for this customer.")
    var customer: String?

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { access in
            let filter = [("state", self.state), ("customer", self.customer)]
            let page = try await self.options.page(from: access, "deliveries", "deliveries", filter)
            self.options.write(page, as: .deliveries)
        }
    }
}
