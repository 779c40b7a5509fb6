import ArgumentParser
import Ledger
import PurserService

/// `purser orders list`: orders that wait for something, or a customer's.
struct OrdersListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the orders of a queue, or a customer's.",
        discussion: """
            Example:
              purser orders list --queue paid_not_delivered
              purser orders list --customer user-42

            Queues: open, paid_not_delivered, delivered_not_paid, flagged, and paid_without_order, which lists purchases that
            no order was made for.

            Exit status: 0 listed, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's server,
            78 the configuration is wrong.
            """
    )

    @Option(help: ArgumentHelp("What the orders wait for.", valueName: "name"))
    var queue = OrderQueue.open.rawValue

    @Option(help: ArgumentHelp("Only this customer's, last made first.", valueName: "id"))
    var customer: String?

    @Option(help: "How many at most.")
    var limit = 100

    @Option(help: "Go on after a page: its `next`.")
    var cursor: Int64 = 0

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard OrderTask.queues.contains(self.queue) else {
            throw WordOption.mistake("--queue", self.queue, known: OrderTask.queues)
        }
        guard (1...OrderTask.maximumLimit).contains(self.limit), self.cursor >= 0 else {
            throw ValidationError(
                "--limit is from 1 to \(OrderTask.maximumLimit), and --cursor is the `next` of a page."
            )
        }
    }

    func run() async throws {
        guard let customer else {
            return try await self.options.run(.list(queue: self.queue, after: self.cursor, limit: self.limit))
        }
        try await self.options.run(.listOf(try CustomerArgument.customer(customer), limit: self.limit))
    }
}
