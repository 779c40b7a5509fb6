import ArgumentParser
import Ledger
import PurserService

/// `purser customers move`: gives a purchase to a customer.
struct CustomerMoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Gives a purchase, or a chain from a purchase on, to a customer.",
        discussion: """
            Example:
              purser customers move 230000000000042 --to anna --reason "bought under her brother's login"

            Shows what would move and everybody's rights before and after, then asks. It can be undone: purser customers undo

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "Any transaction id of the purchase.")
    var transactionID: String

    @Option(name: .customLong("to"), help: ArgumentHelp("The customer's id in your app.", valueName: "customer"))
    var customer: String

    @Option(help: "Production or Sandbox.")
    var environment = StoreEnvironment.production.rawValue

    @Flag(help: "Move every purchase of the chain from this one on.")
    var chain = false

    @Flag(help: "Let Apple name the customer in everything that it signs about the chain from now on.")
    var setAccountToken = false

    @OptionGroup var store: StoreOptions

    func run() async throws {
        guard let environment = StoreEnvironment.named(self.environment) else {
            throw ValidationError("--environment \(self.environment): write Production or Sandbox.")
        }
        let order = MoveOrder(
            TransactionID(try TransactionArgument.id(self.transactionID)),
            in: environment,
            to: try CustomerArgument.customer(self.customer),
            reach: self.chain ? .chainOn : .purchase,
            setsAccountToken: self.setAccountToken
        )
        try await self.store.run(.move(order), question: "Move it? It can be undone.")
    }
}
