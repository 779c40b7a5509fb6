import ArgumentParser
import PurserService

/// `purser customers lookup`: who and what an id is.
struct CustomerLookupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Says who and what any id is: an order number, a transaction, a token, a customer.",
        discussion: """
            Example:
              purser customers lookup MMTVJ1W3L4

            Apple is asked about what is spelt like an order number of its mails; what it signs is recorded. An id that stands
            for several things is shown as all of them.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The id, as the customer gives it.")
    var id: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        guard !self.id.isEmpty else {
            throw ValidationError("Name an id: an order number, a transaction, a token or a customer.")
        }
        try await self.store.run(.lookUp(self.id))
    }
}
