import ArgumentParser
import Ledger
import PurserService

/// `purser grants create`: gives a customer a right by hand.
struct GrantCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Gives a customer a right by hand.",
        discussion: """
            Example:
              purser grants create user-42 pro --until 90d --reason "an apology"

            The right must be in the catalogue. It joins what the customer bought, and no purchase is made up for it.

            Exit status: 0 given, 64 wrong usage or no such right, 69 the database cannot be opened, 75 try again,
            77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @Argument(help: "The right, as the catalogue names it.")
    var right: String

    @Option(help: ArgumentHelp("When it begins; now if it is not there. \(Moment.forms)", valueName: "moment"))
    var from: Moment?

    @Option(help: ArgumentHelp("When it ends; never if it is not there. \(Moment.forms)", valueName: "moment"))
    var until: Moment?

    @OptionGroup var options: StoreOptions

    func run() async throws {
        let deed = GrantTask.Deed.create(
            RightName(self.right),
            from: self.from?.ahead,
            until: self.until?.ahead
        )
        try await self.options.run(deed, of: self.customer)
    }
}
