import AppStore
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

    @OptionGroup var server: WebhookOptions

    @Option(
        help: """
            Only what stands here: waiting, due, delivering, confirmed, parked, cancelled, take_back_due, taking_back, \
            taken_back, take_back_parked.
            """
    )
    var state: String?

    @Option(help: "Only what is, or was, for this customer.")
    var customer: String?

    @Option(help: "At most so many, 1 to 200.")
    var limit = 50

    @Option(help: "Only what comes after this one.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let answer = try await access.get(
                "deliveries",
                [
                    ("state", self.state), ("customer", self.customer), ("limit", String(self.limit)),
                    ("cursor", self.cursor),
                ]
            )
            let found = answer["deliveries"]?.elements ?? []
            for one in found { StandardStream.output.write(line: DeliveryLine.text(one, json: self.json)) }
            guard !self.json else { return }
            if found.isEmpty { StandardStream.error.write(line: "There is none.") }
            if let next = answer["next"]?.text { StandardStream.error.write(line: "More: --cursor '\(next)'") }
        }
    }
}
