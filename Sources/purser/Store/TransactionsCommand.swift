import ArgumentParser

/// `purser transactions`: changes and looks at single purchases at Apple.
struct TransactionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions",
        abstract: "Sets account tokens, finishes transactions, and looks at downloads at Apple.",
        discussion: """
            Example:
              purser transactions set-token 230000000000042 7e3fb20b-4cdb-47cc-936d-99d65f608138
              purser transactions finish 230000000000042
              purser transactions download 230000000000042
            """,
        subcommands: [SetTokenCommand.self, FinishCommand.self, DownloadCommand.self]
    )
}
