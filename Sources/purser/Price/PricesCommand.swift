import ArgumentParser

/// `purser prices`: what products cost, the price points of the App Store, and the tiers of before.
struct PricesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prices",
        abstract: "Shows what products cost, fetches Apple's prices, and finds sales with another price.",
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

    /// How a command ends that asks the server, for its help.
    static let endings = """
        64 wrong usage, 69 no database, 75 try again, 77 another user's server, 78 the configuration is \
        wrong.
        """
}
