import ArgumentParser
import PurserService

/// `purser grants list`: what a customer was given by hand.
struct GrantListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists what a customer was given by hand, also what is over or was taken back.",
        discussion: """
            Example:
              purser grants list user-42

            Exit status: 0 listed, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's server,
            78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await self.options.run(.list, of: self.customer)
    }
}
