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

            Exit status: 0 extended, 1 Apple refuses, 64 wrong usage, 69 Apple cannot be reached, 75 try again,
            77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The subscription's original transaction id.")
    var originalTransactionID: String

    @OptionGroup var terms: ExtensionOptions

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(
            .extend(
                OriginalTransactionID(self.originalTransactionID),
                days: try self.terms.extensionDays(),
                because: try self.terms.reasonCode()
            )
        )
    }
}
