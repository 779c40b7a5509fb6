import ArgumentParser
import Ledger
import PurserService

/// `purser orders note`: writes something down about an order.
struct OrdersNoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "note",
        abstract: "Writes something down about an order.",
        discussion: """
            Example:
              purser orders note order_5f0c2a9d1e7b3c4d5f0c2a9d "The player called; the shop sent the coins by hand."

            Exit status: 0 written, 1 there is no such order or its notes are full, 64 wrong usage, 69 the database cannot be
            opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order.")
    var order: String

    @Argument(help: "What to write.")
    var text: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await self.options.run(.note(OrderID(self.order), self.text))
    }
}
