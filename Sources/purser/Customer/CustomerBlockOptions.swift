import ArgumentParser
import Ledger
import PurserService

/// What the commands take that block a customer or take that back.
struct CustomerBlockOptions: ParsableArguments {
    /// How their help ends.
    static let endings = """
        Exit status: 0 done, 3 nothing was done, because it was so already, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not confirmed or another
        user's server, 78 the configuration is wrong.
        """

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var options: StoreOptions

    /// Blocks him, or takes it back.
    func run(isBlocked: Bool) async throws {
        try await self.options.run(.block(try CustomerArgument.customer(self.customer), isBlocked))
    }
}
