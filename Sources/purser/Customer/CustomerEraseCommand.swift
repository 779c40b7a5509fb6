import ArgumentParser
import PurserService

/// `purser customers erase`: forgets a customer.
struct CustomerEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Forgets a customer: his name, tokens, Apple accounts, and what was said of him.",
        discussion: """
            Example:
              purser customers erase anna --reason "asked by mail"

            His purchases stay in the books without a name, as bookkeeping demands. What still gives a right is nobody's then. It
            cannot be undone. Write no name into the reason: it stays.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(
            .erase(CustomerArgument.customer(self.customer)),
            question: "Erase him? It cannot be undone."
        )
    }
}
