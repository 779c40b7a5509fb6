import AppStore
import ArgumentParser

/// `purser orders lookup`: shows the purchases of an order number.
struct OrdersLookupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Show the purchases of an order number from Apple's emails, and their owners.",
        discussion: """
            Example:
              purser orders lookup MMTVJ1W3L4

            The server records what Apple signs about the purchases, so that the ledger contains them afterwards. Such
            numbers exist in Production only.

            Exit status: 0 valid, 1 Apple does not know the number, 64 wrong usage, 69 Apple cannot be reached,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order number.")
    var orderNumber: String

    @OptionGroup var store: StoreOptions

    func validate() throws {
        let isNumber = self.orderNumber.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
                || byte == 95
        }
        guard isNumber, (1...64).contains(self.orderNumber.utf8.count) else {
            throw ValidationError(
                "\(self.orderNumber) is not an order number of Apple's: enter its letters and digits."
            )
        }
    }

    func run() async throws {
        try await self.store.with { api in
            let answer = try await api.get(
                "apple-orders/\(self.orderNumber)",
                [("reason", self.store.change.reason)],
                patience: StoreOptions.patience
            )
            ObjectText.write(answer, isJSON: self.store.json)
            if answer["valid"] == .bool(false) { throw ExitStatus.negative.error }
        }
    }
}
