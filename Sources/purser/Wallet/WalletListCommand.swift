import ArgumentParser
import PurserService

/// `purser wallets list`: how all wallets of a customer stand.
struct WalletListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists how a customer's wallets stand: one for each coin of the catalogue.",
        discussion: """
            Example:
              purser wallets list user-42

            Exit status: 0 listed, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's server,
            78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var place: AppleEnvironmentOption

    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await self.options.run(.list, of: self.customer, self.place.storeEnvironment())
    }
}
