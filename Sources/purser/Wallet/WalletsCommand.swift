import ArgumentParser

/// `purser wallets`: shows customers' coins, gives some by hand, and corrects balances.
struct WalletsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallets",
        abstract: "Shows customers' coins, gives some by hand, and corrects balances.",
        discussion: """
            Example:
              purser wallets list user-42
              purser wallets statement user-42 gems --limit 20
              purser wallets grant user-42 gems 50 --reason "an apology"
              purser wallets adjust user-42 gems --take 50 --reason "given twice"
            """,
        subcommands: [
            WalletListCommand.self, WalletShowCommand.self, WalletStatementCommand.self, WalletGrantCommand.self,
            WalletAdjustCommand.self,
        ]
    )
}
