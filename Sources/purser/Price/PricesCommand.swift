import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser prices`: shows prices, price points, mismatches, and legacy price tiers.
struct PricesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prices",
        abstract: "Show prices, fetch Apple's prices, and find sales at other prices.",
        discussion: """
            Example:
              purser prices list --storefront CHN
              purser prices history pro.monthly
              purser prices fetch --dry-run
              purser prices import equalizations.csv --product pro.monthly
              purser prices mismatches --from 30d
              purser prices nearest CNY 6.66
              purser prices tiers --file tiers.csv 12
            """,
        subcommands: [
            PricesListCommand.self, PricesHistoryCommand.self, PricesFetchCommand.self, PricesImportCommand.self,
            PricesMismatchesCommand.self, PricesNearestCommand.self, PricesTiersCommand.self,
        ]
    )

    /// The exit statuses of a command that calls the server, for its help.
    static let endings = """
        64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's server, 78 the \
        configuration is wrong.
        """
}

/// `purser prices list`: lists prices.
struct PricesListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List prices, in one storefront or of one product.",
        discussion: """
            Example:
              purser prices list --storefront CHN
              purser prices list --product pro.monthly --json

            The price that Apple charges takes precedence over the catalog. Without a storefront and a product, the
            command shows the United States.

            Exit status: 0 listed, 1 there was never a price of the product, \(PricesCommand.endings)
            """
    )

    @Option(help: "The storefront, an ISO 3166-1 alpha-3 code.")
    var storefront: String?

    @Option(help: "The product.")
    var product: String?

    @Option(help: ArgumentHelp("The prices at this time. \(Moment.forms)", valueName: "moment"))
    var at: Moment?

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let at = self.at?.ago.rfc3339
        try await self.server.with { api in
            let answer = try await api.get(
                "prices",
                [("storefront", self.storefront), ("product", self.product), ("at", at)]
            )
            Listing.prices.write(answer["prices"]?.elements ?? [], isJSON: self.json, in: .here)
        }
    }
}

/// The file of prices for a command.
enum PriceFileOption {
    /// Returns the content of a file; if it cannot be read or has an error, writes that and ends the command.
    static func read<File>(
        _ path: String,
        limitBytes: Int,
        as read: ([UInt8]) throws(PriceFileError) -> File
    ) throws -> File {
        let issue: ValidationIssue
        do throws(BoundedFile.Refusal) {
            let bytes = try BoundedFile(path: path, limitBytes: limitBytes).bytes
            do throws(PriceFileError) {
                return try read(bytes)
            } catch {
                issue = error.issue(in: path)
            }
        } catch {
            issue = ValidationIssue(file: path, problem: error.rawValue, remedy: "Use a file of prices in CSV.")
        }
        StandardStream.error.write(line: "\(issue)")
        throw ValidationIssues(issue).exitStatus(otherwise: .badData).error
    }
}
