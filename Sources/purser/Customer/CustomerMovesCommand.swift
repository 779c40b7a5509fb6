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

            \(CustomerArgument.endings)
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
