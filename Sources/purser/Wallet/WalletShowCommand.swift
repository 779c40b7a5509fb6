import ArgumentParser
import Ledger
import PurserService

/// `purser wallets show`: how one wallet stands, and where its coins came from.
struct WalletShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows how a wallet stands, and its newest lots: where coins came from and what became of them.",
        discussion: """
            Example:
              purser wallets show user-42 gems

            Exit status: 0 shown, 64 wrong usage or no such coin, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, as the catalogue names it.")
    var coin: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await self.options.run(.show(CoinName(self.coin)), of: self.customer, self.place.storeEnvironment())
    }
}
