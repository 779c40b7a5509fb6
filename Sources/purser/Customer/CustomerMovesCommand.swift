import ArgumentParser
import PurserService

/// `purser customers moves`: what passed from and to a customer.
struct CustomerMovesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moves",
        abstract: "Lists what passed from and to a customer, newest first.",
        discussion: """
            Example:
              purser customers moves anna

            Exit status: 0 done, 1 it cannot be, because nobody knows him or it, or it is done already; 64 wrong usage,
            69 the database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is
            wrong.
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(help: "How many at most.")
    var limit = 50

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(
            .moves(CustomerArgument.customer(self.customer), limit: try CustomerArgument.limit(self.limit))
        )
    }
}
