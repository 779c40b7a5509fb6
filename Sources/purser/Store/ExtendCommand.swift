import ArgumentParser
import Ledger
import PurserService

/// `purser subscriptions extend`: puts one renewal date off.
struct ExtendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extend",
        abstract: "Extends the renewal date of one subscription; Apple writes to the customer.",
        discussion: """
            Example:
              purser subscriptions extend 230000000000042 --days 7 --because outage

            Apple extends a subscription at most twice a year, and none that is free, over or shared. It cannot be undone.
            The order is kept before Apple is asked, and given later where Apple cannot be asked now. With the same --key the
            same order is given once, however often the command is run.

            Exit status: 0 extended or kept, 1 Apple refuses, 64 wrong usage, 69 the server cannot be reached, 75 try again,
            77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The subscription's original transaction id.")
    var originalTransactionID: String

    @OptionGroup var terms: ExtensionOptions

    @Option(help: ArgumentHelp("A name for this order, so that it is given once.", valueName: "key"))
    var key: String?

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(
            .extend(
                OriginalTransactionID(try TransactionArgument.id(self.originalTransactionID)),
                days: try self.terms.extensionDays(),
                because: try self.terms.reasonCode(),
                key: self.key
            )
        )
    }
}
