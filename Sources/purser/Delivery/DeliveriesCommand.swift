import ArgumentParser

/// `purser deliveries`: what is paid for and has to be handed over.
struct DeliveriesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries",
        abstract: "What is paid for and has to be handed over: finds what does not arrive, and puts it right.",
        discussion: """
            Example:
              purser deliveries list --state parked
              purser deliveries show dlv_Production_230000000000042
              purser deliveries retry dlv_Production_230000000000042
            """,
        subcommands: [
            DeliveriesListCommand.self, DeliveriesShowCommand.self, DeliveriesConfirmCommand.self,
            DeliveriesRetryCommand.self, DeliveriesParkCommand.self, DeliveriesReleaseCommand.self,
        ]
    )
}
