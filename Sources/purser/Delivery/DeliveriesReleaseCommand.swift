import ArgumentParser

/// `purser deliveries release`: hands over what otherwise would not be.
struct DeliveriesReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Hands over what is older than the deliveries of this server, or beyond the Sandbox's cap.",
        discussion: """
            Example:
              purser deliveries release dlv_Production_230000000000042 --reason "it never arrived at the old server"

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let question = "\(self.delivery.id) is handed over, whatever was before. Go on?"
        try await self.delivery.post("release", asking: self.yes ? nil : question)
    }
}
