import ArgumentParser
import Ledger
import PurserService

/// `purser customers unblock`: takes the block of a customer back.
struct CustomerUnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: "Takes the block of a customer back.",
        discussion: """
            Example:
              purser customers unblock user-42 --reason "sells refunds"

            Exit status: 0 done, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not confirmed or another
            user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        guard let customer = CustomerID(self.customer) else {
            throw ValidationError("A customer id has 1 to 255 bytes and no control characters.")
        }
        try await self.options.run(.block(customer, false))
    }
}
