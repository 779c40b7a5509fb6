import ArgumentParser
import Ledger
import PurserService

/// `purser transactions set-token`: names the customer of a purchase at Apple.
struct SetTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-token",
        abstract: "Sets the account token of a purchase and of what renews from it.",
        discussion: """
            Example:
              purser transactions set-token 230000000000042 7e3fb20b-4cdb-47cc-936d-99d65f608138

            From then on everything that Apple signs about the purchase names the token.

            Exit status: 0 set, 1 Apple refuses, 64 wrong usage, 69 Apple cannot be reached, 75 try again, 77 not
            confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The purchase's original transaction id.")
    var originalTransactionID: String

    @Argument(help: "The token, a UUID.")
    var token: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        guard let token = AccountToken(self.token) else {
            throw ValidationError("\(self.token) is no account token: write 8-4-4-4-12 hexadecimal digits.")
        }
        let original = OriginalTransactionID(try TransactionArgument.id(self.originalTransactionID))
        try await self.store.run(.setToken(token, of: original))
    }
}
