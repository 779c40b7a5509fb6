import ArgumentParser
import Ledger
import PurserService

/// `purser transactions download`: what Apple signs about the download of the app.
struct DownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Shows when, where and in which version the customer of a transaction got the app.",
        discussion: """
            Example:
              purser transactions download 230000000000042

            Exit status: 0 shown, 1 Apple refuses, 64 wrong usage, 69 Apple cannot be reached, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "Any transaction id of the customer.")
    var transactionID: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(.download(TransactionID(try TransactionArgument.id(self.transactionID))))
    }
}
