import AppStore
import ArgumentParser

/// `purser prices history`: every change of a product's price.
struct PricesHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Shows every change of a product's price: when, where, from what to what, why and by whom.",
        discussion: """
            Example:
              purser prices history pro.monthly
              purser prices history pro.monthly --storefront CHN --json

            Prices of the catalog count from when their version was applied. Where Apple charges another price than the
            newest catalog says, standard error names it.

            Exit status: 0 shown, 1 there was never a price of the product, \(PricesCommand.endings)
            """
    )

    @Argument(help: "The product.")
    var product: String

    @Option(help: "Only this storefront, an ISO 3166-1 alpha-3 code.")
    var storefront: String?

    @OptionGroup var server: AppServerOptions

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let product = OperatorClient.escapedKey(self.product)
            let answer = try await access.get("prices/\(product)", [("storefront", self.storefront)])
            Listing.priceChanges.write(answer["changes"]?.elements ?? [], isJSON: self.json, in: .here)
            PriceFindingLine.write(answer["findings"]?.elements ?? [])
        }
    }
}
