import AppStore
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

extension Listing {
    /// What has to be handed over.
    static let deliveries = Listing(
        none: "There is no such delivery. Purchases make some where the catalogue says so: purser catalog show",
        [
            Column("DELIVERY", of: "id"), Column("STATE", of: "state"), Column("WHY", of: "reason"),
            Column("CUSTOMER", of: "customer", none: "nobody"),
            Column("GOODS") { row, _ in
                let product = "\(row["quantity"].plain) x \(row["product"].plain)"
                let coins = ["coins", "difference"].flatMap { row[$0]?.elements ?? [] }.map { coin in
                    "\(coin["count"].plain) \(coin["coin"].plain)"
                }
                return coins.isEmpty ? product : "\(product): \(coins.joined(separator: " + "))"
            },
            Column("PURCHASED", of: "purchasedAt"),
        ]
    )
}
