import AppStore
import ArgumentParser
import PurserService

/// `purser prices import`: imports a file of Apple's prices.
struct PricesImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import Apple's CSV: the price points of storefronts, or the derived prices of a product.",
        discussion: """
            Example:
              purser prices import points.csv
              purser prices import equalizations.csv --product pro.monthly --base USA --dry-run

            The file is CSV with the columns territory, currency and customerPrice, in any order; further columns are
            ignored. With --product, it contains one price for each storefront: those that Apple derived from the base
            storefront's price. Without it, it contains price points, which purser prices nearest then uses. A file
            with an error is refused as a whole.

            Exit status: 0 imported, 1 the file is about something else, 65 an error in the file,
            \(PricesCommand.endings)
            """
    )

    @Argument(help: "The file.")
    var file: String

    @Option(help: "The product of the prices.")
    var product: String?

    @Option(help: "The base storefront of the product.")
    var base: String?

    @Flag(help: "Show what would change, and store nothing.")
    var dryRun = false

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if self.base != nil, self.product == nil { throw ValidationError("--base: add --product too.") }
    }

    func run() async throws {
        // It is read here first, so that an error is written with the name of the file.
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
