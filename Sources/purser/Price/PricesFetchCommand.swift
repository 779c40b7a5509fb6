import AppStore
import ArgumentParser
import PurserService

/// `purser prices fetch`: fetches prices from App Store Connect.
struct PricesFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetch prices from App Store Connect, show the changes, and store them.",
        discussion: """
            Example:
              purser prices fetch --dry-run
              purser prices fetch --product pro.monthly
              purser prices fetch --after gems.600

            The app needs access to App Store Connect: apps.APP.appStoreConnect in the configuration. The catalog does
            not change; where Apple's price differs, it takes precedence and standard error names the difference.
            Products are fetched in the order of their ids, and each is stored separately: if Apple's limit is reached,
            standard error names the product after which to continue. The storefronts with prices that Apple derived
            are one line for each product; --storefront and --json show them.

            Exit status: 0 fetched, 1 Apple does not know a product, or refuses to respond; 75 the fetch is
            incomplete; \(PricesCommand.endings)
            """
    )

    @Option(help: "Only this product.")
    var product: String?

    @Option(help: "Continue after this product, at which an earlier fetch ended.")
    var after: String?

    @Option(help: "Show only the changes of this storefront, an ISO 3166-1 alpha-3 code.")
    var storefront: String?

    @Flag(help: "Show what would change, and store nothing.")
    var dryRun = false

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object for each part of the fetch.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            var after = self.after
            var isMissing = false
            while true {
                let issues: JSONValue
                do {
                    issues = try await api.send(
                        .post,
                        "price-fetches",
                        [("product", self.product), ("after", after), ("dryRun", self.dryRun ? "true" : nil)],
                        [],
                        patience: APIClient.longPatience
                    )
                } catch let failure as OperationFailure {
                    Self.write(after, failure.code)
                    throw failure
                }
                PriceUpdateText.write(issues, in: self.storefront, isJSON: self.json)
                isMissing = isMissing || issues["missing"]?.elements?.isEmpty == false
                if let code = issues["stopped"]?.text {
                    Self.write(issues["next"]?.text ?? after, code)
                    throw ExitStatus(code: code).error
                }
                guard let next = issues["next"]?.text else { break }
                after = next
            }
            if isMissing { throw ExitStatus.negative.error }
        }
    }

    private static func write(_ product: String?, _ code: String) {
        guard let product else { return }
        StandardStream.error.write(line: PriceUpdateText.resumption(after: product, code, in: .here))
    }
}
