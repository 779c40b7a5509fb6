import ArgumentParser
import Ledger
import PurserService

/// `purser wallets statement`: the movements of a wallet.
struct WalletStatementCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement",
        abstract: "Lists the movements of a wallet, newest first.",
        discussion: """
            Example:
              purser wallets statement user-42 gems --limit 20
              purser wallets statement user-42 gems --cursor 118

            Where there are more, the last line says `next`: the cursor of the next page.

            Exit status: 0 listed, 64 wrong usage or no such coin, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, as the catalogue names it.")
    var coin: String

    @Option(help: ArgumentHelp("The most movements to list, up to 500.", valueName: "count"))
    var limit = 50

    @Option(help: ArgumentHelp("List what came before this movement.", valueName: "number"))
    var cursor: Int64?

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard (1...WalletTask.maximumMovements).contains(self.limit) else {
            throw ValidationError("--limit \(self.limit): write a number from 1 to \(WalletTask.maximumMovements).")
        }
    }

    func run() async throws {
        let deed = WalletTask.Deed.statement(CoinName(self.coin), before: self.cursor, limit: self.limit)
        try await self.options.run(deed, of: self.customer, self.place.storeEnvironment())
    }
}
