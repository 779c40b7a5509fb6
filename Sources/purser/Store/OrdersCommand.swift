import ArgumentParser

/// `purser orders`: orders made before the payment, and what order numbers of Apple stand for.
struct OrdersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "orders",
        abstract: "Lists, shows and calls off orders; looks up and recovers order numbers from Apple's mails.",
        discussion: """
            Example:
              purser orders list --queue paid_not_delivered
              purser orders show order_5f0c2a9d1e7b3c4d5f0c2a9d
              purser orders look-up MMTVJ1W3L4
              purser orders recover MMTVJ1W3L4 --customer user-42
            """,
        subcommands: [
            OrdersListCommand.self, OrdersShowCommand.self, OrdersCancelCommand.self, OrdersNoteCommand.self,
            LookUpCommand.self, OrdersRecoverCommand.self,
        ]
    )
}
