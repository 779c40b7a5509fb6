import ArgumentParser
import PurserService

/// `purser orders look-up`: the purchases of an order number.
struct LookUpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "look-up",
        abstract: "Shows the purchases of an order number from one of Apple's mails, and whose they are.",
        discussion: """
            Example:
              purser orders look-up MMTVJ1W3L4

            What Apple signs about them is recorded, so that a purchase that was never heard of is known afterwards. Only
            production has such numbers.

            Exit status: 0 valid, 1 Apple does not know the number, 64 wrong usage, 69 Apple cannot be reached,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order number.")
    var orderNumber: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(.order(self.orderNumber))
    }
}
