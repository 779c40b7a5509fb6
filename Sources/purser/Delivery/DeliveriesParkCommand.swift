import ArgumentParser

/// `purser deliveries park`: leaves what is to be done to a person.
struct DeliveriesParkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "park",
        abstract: "Leaves what is to be handed over or taken back to a person.",
        discussion: """
            Example:
              purser deliveries park dlv_Production_230000000000042 --reason "the wrong product"

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var delivery: DeliveryOptions

    func run() async throws {
        try await self.delivery.post("park")
    }
}
