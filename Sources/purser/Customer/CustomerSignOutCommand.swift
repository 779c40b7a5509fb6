import ArgumentParser
import PurserService

/// `purser customers sign-out`: ends the tokens that were minted for a customer's apps.
struct CustomerSignOutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Ends the tokens that were made here for the apps of an anonymous customer.",
        discussion: """
            Example:
              purser customers sign-out anonymous:4f1a --reason "the phone was stolen"

            His purchases stay his: merge him into a customer with a name to let him go on. What your backend signs ends by itself.

            Exit status: 0 done, 3 there were none, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not
            confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer's id.")
    var customer: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(
            .endSessions(CustomerArgument.customer(self.customer)),
            question: "End them? It cannot be undone."
        )
    }
}
