import AppStore
import ArgumentParser
import PurserService

/// `purser prices fetch`: asks App Store Connect what products cost.
struct PricesFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Asks App Store Connect what products cost, shows what changes, and keeps it.",
        discussion: """
            Example:
              purser prices fetch --dry-run
              purser prices fetch --product pro.monthly
              purser prices fetch --after gems.600

            The app needs access to App Store Connect: apps.APP.appStoreConnect in the configuration. The catalog stays as
            it is; where Apple contradicts it, Apple's price counts and standard error names the difference.
            Products are asked for in the order of their ids, and each is kept by itself: where Apple's limit is reached,
            standard error says after which to go on. The storefronts whose price Apple made of the base's are one line
            for each product; --storefront and --json show them.

            Exit status: 0 fetched, 1 Apple does not know a product, or refuses to answer; 75 not all products were asked
            for; \(PricesCommand.endings)
            """
    )

    @Option(help: "Only this product.")
    var product: String?

    @Option(help: "Go on after this product, where an earlier fetch ended.")
    var after: String?

    @Option(help: "Show only the changes of this storefront, an ISO 3166-1 alpha-3 code.")
    var storefront: String?

    @Flag(help: "Shows what would change, and keeps nothing.")
    var dryRun = false

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object for each part of the fetch.")
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
