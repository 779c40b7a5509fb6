import ArgumentParser

/// `purser deliveries show`: shows everything about one delivery.
struct DeliveriesShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows everything about one delivery.",
        discussion: """
            Example:
              purser deliveries show dlv_Production_230000000000042

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @Argument(help: "The delivery's id: purser deliveries list")
    var id: String

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let answer = try await access.get("deliveries/\(APIClient.escaped(self.id))")
            ObjectText.write(answer, isJSON: self.json)
        }
    }
}
