import AppStore
import ArgumentParser

/// `purser prices history`: lists the changes of a product's price.
struct PricesHistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the changes of a product's price: time, storefront, prices, reason and author.",
        discussion: """
            Example:
              purser prices history pro.monthly
              purser prices history pro.monthly --storefront CHN --json
              purser prices history pro.monthly --consents

            A price in the catalog is valid from the time its version was applied. If Apple charges another price than
            the newest catalog contains, standard error names it. For a subscription, --consents counts the customers
            who have agreed to a higher price, according to the newest evidence from Apple; it reads every subscription
            of the app.

            Exit status: 0 shown, 1 there was never a price of the product, \(PricesCommand.endings)
            """
    )

    @Argument(help: "The product.")
    var product: String

    @Option(help: "Only this storefront, an ISO 3166-1 alpha-3 code.")
    var storefront: String?

    @Flag(help: "Count the customers who have agreed to a higher price.")
    var consents = false

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            let product = APIClient.escaped(self.product)
            let answer = try await api.get(
                "prices/\(product)",
                [("storefront", self.storefront), ("consents", self.consents ? "true" : nil)],
                patience: APIClient.longPatience
            )
            Listing.priceChanges.write(answer["changes"]?.elements ?? [], isJSON: self.json, in: .here)
            PriceIssueLine.write(answer["issues"]?.elements ?? [])
            guard let consents = answer["consents"] else { return }
            let (waiting, agreed) = (consents["waiting"].plain, consents["agreed"].plain)
            let isComplete = consents["complete"] == .bool(true)
            StandardStream.error.write(
                line: LocalizedText(
                    "Consent to a higher price: \(waiting) customers have not agreed, \(agreed) have agreed or need not"
                        + (isComplete ? "." : "; not all subscriptions were read."),
                    "涨价同意：\(waiting) 位客户尚未同意，\(agreed) 位已同意或无需同意"
                        + (isComplete ? "。" : "；并未检查全部订阅。")
                ).text(in: .here)
            )
        }
    }
}
