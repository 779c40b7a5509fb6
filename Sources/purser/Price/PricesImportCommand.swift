import AppStore
import ArgumentParser
import PurserService

/// `purser prices import`: takes a file of Apple's prices.
struct PricesImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Imports Apple's CSV: the price points of storefronts, or the equalized prices of a product.",
        discussion: """
            Example:
              purser prices import points.csv
              purser prices import equalizations.csv --product pro.monthly --base USA --dry-run

            The file is CSV with the columns territory, currency and customerPrice, in any order and among others. With
            --product it has one price for each storefront: what Apple equalizes the price of the base storefront to.
            Without it, it has price points, which purser prices nearest knows from then on. A file with a mistake is not
            read in part.

            Exit status: 0 imported, 1 the file is about something else, 65 a mistake in the file, \(PricesCommand.endings)
            """
    )

    @Argument(help: "The file.")
    var file: String

    @Option(help: "The product whose prices they are.")
    var product: String?

    @Option(help: "The base storefront of the product.")
    var base: String?

    @Flag(help: "Shows what would change, and keeps nothing.")
    var dryRun = false

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object.")
    var json = false

    func validate() throws {
        if self.base != nil, self.product == nil { throw ValidationError("--base: say --product too.") }
    }

    func run() async throws {
        // Read here first, so that a mistake is told with the name of the file.
        let bytes = try PriceFileOption.read(self.file, limitBytes: PricePointFile.byteLimit) {
            bytes throws(PriceFileError) in
            _ = try PricePointFile(bytes)
            return bytes
        }
        try await self.server.with { api in
            let issues = try await api.send(
                bytes,
                to: "price-imports",
                [("product", self.product), ("base", self.base), ("dryRun", self.dryRun ? "true" : nil)]
            )
            PriceUpdateText.write(issues, isJSON: self.json)
        }
    }
}
