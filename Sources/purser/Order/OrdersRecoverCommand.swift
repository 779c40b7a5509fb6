import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser orders recover`: recovers the purchases of an order number for a customer.
struct OrdersRecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Recover a customer's purchases by the order number in Apple's email, and fulfill what is missing.",
        discussion: """
            Example:
              purser orders recover MMTVJ1W3L4 --customer user-42 --language zh-Hans --reason "asked by email"

            The server asks Apple for the purchases of the number. Purchases without an owner go to the customer; those
            of another customer do not change: purser customers transfer. Each purchase comes with a text for the
            customer.

            Exit status: 0 recovered, 1 none of the purchases belongs to the customer, 64 wrong usage, 69 Apple cannot
            be reached, 75 try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order number.")
    var orderNumber: String

    @Option(help: ArgumentHelp("The customer who paid, by the app's own user id.", valueName: "id"))
    var customer: String

    @Option(help: ArgumentHelp("The language of the texts.", valueName: "tag"))
    var language = PlayerMessages.fallback

    @OptionGroup var store: StoreOptions

    func validate() throws {
        guard RecoveryService.number(self.orderNumber) != nil else {
            throw ValidationError(
                "\(self.orderNumber) is not an order number of Apple's: 8 to 20 letters and digits, both of them."
            )
        }
    }

    func run() async throws {
        let asked = [
            JSONMember(key: "orderNumber", value: .string(self.orderNumber)),
            JSONMember(key: "customer", value: .string(try CustomerArgument.customer(self.customer).rawValue)),
            JSONMember(key: "language", value: .string(self.language)),
        ]
        try await self.store.with { api in
            try await self.store.confirm("Recover it? This cannot be undone.") { .object(asked) }
            let members = self.store.with(asked)
            let answer = try await api.send(.post, "recoveries", [], members, patience: StoreOptions.patience)
            ObjectText.write(answer, isJSON: self.store.json)
        }
    }
}
