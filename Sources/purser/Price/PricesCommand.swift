import ArgumentParser

/// `purser prices`: the price points of the App Store, and the tiers of before.
struct PricesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prices",
        abstract: "Finds the App Store's price points near a price, and shows the old price tiers.",
        discussion: """
            Example:
              purser prices nearest CNY 6.66 --file points.csv --coins-per CNY=66
              purser prices tiers --file tiers.csv 12
            """,
        subcommands: [PricesNearestCommand.self, PricesTiersCommand.self]
    )
}
