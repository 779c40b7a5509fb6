import ArgumentParser
import PurserService

/// `purser customers consents`: what a customer agreed to.
struct CustomerConsentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "consents",
        abstract: "Lists what a customer agreed to, newest first.",
        discussion: """
            Example:
              purser customers consents anna

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(.consents(CustomerArgument.customer(self.customer)))
    }
}
