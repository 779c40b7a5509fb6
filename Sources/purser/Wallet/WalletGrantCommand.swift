import ArgumentParser
import Ledger
import PurserService

/// `purser wallets grant`: gives coins by hand.
struct WalletGrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Gives a customer coins by hand.",
        discussion: """
            Example:
              purser wallets grant user-42 gems 50 --expires 2026-12-31T00:00:00Z --reason "an apology"

            The coin must be in the catalogue. Where the customer owes coins, these repay them first.

            Exit status: 0 given, 3 given under this key before, 64 wrong usage or no such coin, 69 the database cannot be
            opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The coin, as the catalogue names it.")
    var coin: String

    @Argument(help: "How many.")
    var quantity: Int64

    @Option(help: ArgumentHelp("When they expire; never if it is not there. \(Moment.forms)", valueName: "moment"))
    var expires: Moment?

    @Option(help: ArgumentHelp("A name for this grant, so that it is given once.", valueName: "key"))
    var key: String?

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard self.quantity > 0 else { throw ValidationError("Give at least one coin.") }
    }

    func run() async throws {
        let deed = WalletTask.Deed.grant(
            CoinName(self.coin),
            self.quantity,
            expiresAt: self.expires?.ahead,
            key: self.key
        )
        try await self.options.run(deed, of: self.customer, self.place.storeEnvironment())
    }
}
