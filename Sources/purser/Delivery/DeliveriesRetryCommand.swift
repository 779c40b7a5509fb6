import ArgumentParser

/// `purser deliveries retry`: has what has failed or is parked tried again at once.
struct DeliveriesRetryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry",
        abstract: "Has what has failed or is parked tried again at once.",
        discussion: """
            Example:
              purser deliveries retry dlv_Production_230000000000042

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var delivery: DeliveryOptions

    func run() async throws {
        try await self.delivery.post("retry")
    }
}
