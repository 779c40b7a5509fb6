import ArgumentParser
import Ledger
import PurserService

/// `purser orders show`: one order.
struct OrdersShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows one order with its payments, flags and notes.",
        discussion: """
            Example:
              purser orders show order_5f0c2a9d1e7b3c4d5f0c2a9d

            Exit status: 0 shown, 1 there is no such order, 64 wrong usage, 69 the database cannot be opened, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order.")
    var order: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await self.options.run(.show(OrderID(self.order)))
    }
}
