import ArgumentParser
import Ledger
import PurserService

/// `purser wallets adjust`: corrects a balance by hand.
struct WalletAdjustCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adjust",
        abstract: "Corrects a balance by hand: adds coins, or takes some away.",
        discussion: """
            Example:
              purser wallets adjust user-42 gems --take 50 --reason "given twice"
              purser wallets adjust user-42 gems --add 50 --reason "the debt is forgiven"

            Coins that are taken away are not spent: no purchase counts as consumed by it. Coins that are added repay what
            the customer owes.

            Exit status: 0 corrected, 1 there are fewer coins, 3 corrected under this key before, 64 wrong usage or no such
            coin, 69 the database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, as the catalogue names it.")
    var coin: String

    @Option(help: ArgumentHelp("How many coins come.", valueName: "quantity"))
    var add: Int64?

    @Option(help: ArgumentHelp("How many coins go.", valueName: "quantity"))
    var take: Int64?

    @Option(help: ArgumentHelp("A name for this correction, so that it is made once.", valueName: "key"))
    var key: String?

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard (self.add == nil) != (self.take == nil), let quantity = self.add ?? self.take, quantity > 0 else {
            throw ValidationError("Write either --add or --take, with at least one coin.")
        }
    }

    func run() async throws {
        let quantity = self.add ?? -(self.take ?? 0)
        let deed = WalletTask.Deed.adjust(CoinName(self.coin), quantity, key: self.key)
        try await self.options.run(deed, of: self.customer, self.place.storeEnvironment())
    }
}
