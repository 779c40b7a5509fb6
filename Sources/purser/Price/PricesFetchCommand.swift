import AppStore
import ArgumentParser
import NIOHTTP1

/// `purser prices fetch`: asks App Store Connect what products cost.
struct PricesFetchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Asks App Store Connect what products cost, shows what changes, and keeps it.",
        discussion: """
            Example:
              purser prices fetch --dry-run
              purser prices fetch --product pro.monthly

            The app needs access to App Store Connect: apps.APP.appStoreConnect in the configuration. The catalog stays as
            it is; where Apple contradicts it, Apple's price counts and standard error names the difference. Nothing is
            kept unless everything was answered.

            Exit status: 0 fetched, 1 Apple does not know a product, or refuses to answer; \(PricesCommand.endings)
            """
    )

    @Option(help: "Only this product.")
    var product: String?

    @Flag(help: "Shows what would change, and keeps nothing.")
    var dryRun = false

    @OptionGroup var server: AppServerOptions

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { access in
            let findings = try await access.send(
                .POST,
                "price-fetches",
                [("product", self.product), ("dryRun", self.dryRun ? "true" : nil)],
                [],
                patience: OperatorClient.longPatience
            )
            PriceFindingsText.write(findings, isJSON: self.json)
            if findings["missing"]?.elements?.isEmpty == false { throw ExitStatus.negative.error }
        }
    }
}
