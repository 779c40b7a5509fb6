import ArgumentParser
import Ledger
import PurserService

/// `purser orders cancel`: calls an order off.
struct OrdersCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Calls an order off that nobody has paid for.",
        discussion: """
            Example:
              purser orders cancel order_5f0c2a9d1e7b3c4d5f0c2a9d --reason "ordered by mistake"

            A payment that comes all the same makes the order paid, and flags it.

            Exit status: 0 called off, 1 there is no such order or it was paid for, 3 it was called off before, 64 wrong
            usage, 69 the database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order.")
    var order: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await self.options.run(.cancel(OrderID(self.order)))
    }
}
