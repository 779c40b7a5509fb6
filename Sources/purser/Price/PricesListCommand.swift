import AppStore
import ArgumentParser
import Ledger

/// `purser prices list`: the prices that count now.
struct PricesListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the prices that count, in one storefront or of one product.",
        discussion: """
            Example:
              purser prices list --storefront CHN
              purser prices list --product pro.monthly --json

            What Apple was found to charge wins over what the catalog says. Without a storefront and a product it is the
            United States.

            Exit status: 0 listed, 1 there was never a price of the product, \(PricesCommand.endings)
            """
    )

    @Option(help: "The storefront, an ISO 3166-1 alpha-3 code.")
    var storefront: String?

    @Option(help: "The product.")
    var product: String?

    @Option(help: ArgumentHelp("The prices that counted then. \(Moment.forms)", valueName: "moment"))
    var at: Moment?

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        let at = self.at?.ago.rfc3339
        try await self.server.with { access in
            let answer = try await access.get(
                "prices",
                [("storefront", self.storefront), ("product", self.product), ("at", at)]
            )
            Listing.prices.write(answer["prices"]?.elements ?? [], isJSON: self.json, in: .here)
        }
    }
}
