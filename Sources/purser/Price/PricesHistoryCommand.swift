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
            newest catalog says, standard error names it. Of a subscription it says how many customers have agreed to a
            higher price, as Apple stated it last of each.

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
            guard let consents = answer["consents"] else { return }
            let (waiting, agreed) = (consents["waiting"].plain, consents["agreed"].plain)
            StandardStream.error.write(
                line: Said(
                    "Consent to a higher price: \(waiting) customers have not agreed, \(agreed) have or do not have to.",
                    "涨价同意：\(waiting) 位客户尚未同意，\(agreed) 位已同意或无需同意。"
                ).text(in: .here)
            )
        }
    }
}
