import ArgumentParser

/// `purser orders`: what order numbers stand for.
struct OrdersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders",
        abstract: "Looks up order numbers from Apple's mails.",
        discussion: """
            Example:
              purser orders look-up MMTVJ1W3L4
            """,
        subcommands: [LookUpCommand.self]
    )
}
