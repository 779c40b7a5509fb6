import ArgumentParser
import Ledger
import PurserService

/// `purser transactions finish`: finishes a transaction for an app that never will.
struct FinishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish",
        abstract: "Finishes a transaction, so that the customer's device does not report it again.",
        discussion: """
            Example:
              purser transactions finish 230000000000042

            Do it only for what was delivered: an app learns of an unfinished purchase again, and of a finished one not.

            Exit status: 0 finished, 1 Apple refuses, 64 wrong usage, 69 Apple cannot be reached, 75 try again,
            77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The transaction id.")
    var transactionID: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(.finish(TransactionID(try TransactionArgument.id(self.transactionID))))
    }
}
