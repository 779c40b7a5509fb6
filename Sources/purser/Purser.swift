internal import ArgumentParser

/// The command line of Purser.
@main
struct Purser: AsyncParsableCommand {
    /// The name, the example, and the commands in the order in which people meet them.
    static let configuration = CommandConfiguration(
        commandName: "purser",
        abstract: "A self-hosted App Store purchase server.",
        discussion: """
            Example:
              purser init shop
            """,
        subcommands: [
            Init.self, Simulate.self, Serve.self, Demo.self, DoctorCommand.self, Verify.self, Migrate.self,
            DatabaseCommand.self, EvidenceCommand.self, AuditCommand.self, KeysCommand.self, SubscriptionsCommand.self,
            TransactionsCommand.self, OrdersCommand.self, CustomersCommand.self, Sync.self,
            ImportCommand.self, CatalogCommand.self, GrantsCommand.self,
        ]
    )
}
