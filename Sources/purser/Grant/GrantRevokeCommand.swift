import ArgumentParser
import Ledger
import PurserService

/// `purser grants revoke`: takes back what was given by hand.
struct GrantRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Takes back a right that was given by hand.",
        discussion: """
            Example:
              purser grants revoke user-42 grant_5f0c2a9d1e7b3c4d --reason "a mistake"

            Exit status: 0 taken back, 1 he has no such grant, 3 it was taken back before, 64 wrong usage, 69 the database
            cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The grant, as `purser grants list` names it.")
    var grant: String

    @OptionGroup var options: StoreOptions

    func run() async throws {
        try await self.options.run(.revoke(GrantID(self.grant)), of: self.customer)
    }
}
