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

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(.show(CustomerArgument.customer(self.customer)))
    }
}
