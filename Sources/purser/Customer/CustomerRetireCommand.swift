import AppStore
import ArgumentParser

/// `purser customers retire`: retires a customer's purchases of the Sandbox.
struct CustomerRetireCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Retire a customer's purchases of the Sandbox, such as those of a deleted tester.",
        discussion: """
            Example:
              purser customers retire anna --reason "the tester was deleted"

            Transfers every subscription, pass and permanent purchase of the customer in the Sandbox, with its renewals,
            to a new anonymous customer, so that nothing of it shows as active. Production, consumables and coins stay.
            To undo it, for each change that is printed: purser customers undo

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @OptionGroup var options: CustomerChangeOptions

    func run() async throws {
        try await self.options.run(
            .post,
            try CustomerArgument.path(self.customer, "retire"),
            [],
            self.options.reasonMember,
            question: "Retire them? This can be undone.",
            text: CustomerText.init(ownership:)
        )
    }
}
