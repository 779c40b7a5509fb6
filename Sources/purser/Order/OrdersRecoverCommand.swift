import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser orders recover`: gives a customer what he paid for.
struct OrdersRecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Finds what a customer paid for by the order number of Apple's mail, and fulfills what is missing.",
        discussion: """
            Example:
              purser orders recover MMTVJ1W3L4 --customer user-42 --language zh-Hans --reason "he wrote to us"

            Apple is asked for the purchases of the number; what nobody owns becomes the customer's. What somebody else owns
            stays his: purser customers transfer. Each purchase comes with the sentence that the player may be told.

            Exit status: 0 recovered, 1 the number leads to nothing of his, 64 wrong usage, 69 Apple cannot be reached,
            75 try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The order number.")
    var orderNumber: String

    @Option(help: ArgumentHelp("Who paid, by the app's own user id.", valueName: "id"))
    var customer: String

    @Option(help: ArgumentHelp("The language of the sentences.", valueName: "tag"))
    var language = PlayerMessages.fallback

    @OptionGroup var store: StoreOptions

    func validate() throws {
        guard RecoveryService.number(self.orderNumber) != nil else {
            throw ValidationError(
                "\(self.orderNumber) is no order number of Apple's: 8 to 20 letters and digits, both of them."
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
            try await self.store.confirm("Do it? It cannot be undone.") { .object(asked) }
            let members = self.store.with(asked)
            let answer = try await api.send(.post, "recoveries", [], members, patience: StoreOptions.patience)
            ObjectText.write(answer, isJSON: self.store.json)
        }
    }
}
