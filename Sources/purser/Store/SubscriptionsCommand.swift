import ArgumentParser

/// `purser subscriptions`: puts off renewal dates.
struct SubscriptionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscriptions",
        abstract: "Extends renewal dates of subscriptions at Apple.",
        discussion: """
            Example:
              purser subscriptions extend 230000000000042 --days 7 --because outage --reason "down on 21 November"
              purser subscriptions extend-all pro.monthly --days 3 --because outage
              purser subscriptions extensions
            """,
        subcommands: [ExtendCommand.self, ExtendAllCommand.self, ExtensionsCommand.self]
    )
}
