import ArgumentParser

/// `purser risk`: whose reasons to look twice reach the line that the shop drew.
struct RiskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "risk",
        abstract: "The customers whose reasons to look twice reach the line of the catalogue.",
        discussion: """
            Example:
              purser risk list
            """,
        subcommands: [RiskListCommand.self]
    )
}
