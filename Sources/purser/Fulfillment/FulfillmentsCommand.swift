import AppStore
import ArgumentParser

/// `purser fulfillments`: lists and repairs fulfillments.
struct FulfillmentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fulfillments",
        abstract: "Find paid purchases that are not fulfilled, and repair them.",
        discussion: """
            Example:
              purser fulfillments list --state suspended
              purser fulfillments show ful_Production_230000000000042
              purser fulfillments retry ful_Production_230000000000042
            """,
        subcommands: [
            FulfillmentsListCommand.self, FulfillmentsShowCommand.self, FulfillmentsConfirmCommand.self,
            FulfillmentsRetryCommand.self, FulfillmentsSuspendCommand.self, FulfillmentsReleaseCommand.self,
        ]
    )
}

/// `purser fulfillments list`: lists fulfillments.
struct FulfillmentsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List fulfillments and their states.",
        discussion: """
            Example:
              purser fulfillments list --state due
              purser fulfillments list --customer ada --json

            Exit status: \(FulfillmentOptions.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Option(
        help: """
            Only fulfillments in this state: waiting, due, fulfilling, confirmed, suspended, canceled, \
            revocation_due, revoking, revoked, revocation_suspended.
            """
    )
    var state: String?

    @Option(help: "Only fulfillments of this customer, now or earlier.")
    var customer: String?

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { api in
            let filter = [("state", self.state), ("customer", self.customer)]
            let page = try await self.options.page(from: api, "fulfillments", "fulfillments", filter)
            self.options.write(page, as: .fulfillments)
        }
    }
}

/// `purser fulfillments show`: shows a fulfillment.
struct FulfillmentsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a fulfillment.",
        discussion: """
            Example:
              purser fulfillments show ful_Production_230000000000042

            Exit status: \(FulfillmentOptions.endings)
            """
    )

    @Argument(help: "The fulfillment's id: purser fulfillments list")
    var id: String

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            let answer = try await api.get("fulfillments/\(APIClient.escaped(self.id))")
            ObjectText.write(answer, isJSON: self.json)
        }
    }
}

extension Listing {
    /// The table of fulfillments.
    static let fulfillments = Listing(
        none: "There is no such fulfillment. The catalog determines which purchases are fulfilled: purser catalog show",
        [
            Column("FULFILLMENT", of: "id"), Column("STATE", of: "state"), Column("WHY", of: "reason"),
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
