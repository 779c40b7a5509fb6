import ArgumentParser
import PurserService

/// `purser customers show`: all that is known of a customer.
struct CustomerShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows all that is known of a customer.",
        discussion: """
            Example:
              purser customers show anna

            Exit status: 0 done, 1 it cannot be, because nobody knows him or it, or it is done already; 64 wrong usage,
            69 the database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is
            wrong.
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(.show(CustomerArgument.customer(self.customer)))
    }
}
