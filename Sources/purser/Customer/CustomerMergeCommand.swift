import ArgumentParser
import PurserService

/// `purser customers merge`: makes two customers one.
struct CustomerMergeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Makes two customers one, because they are the same person.",
        discussion: """
            Example:
              purser customers merge anonymous:4f1a --into anna

            All purchases, tokens and Apple accounts of the first are the second's from then on. It can be undone.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer who becomes the other one.")
    var customer: String

    @Option(help: ArgumentHelp("The customer who stays.", valueName: "customer"))
    var into: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(
            .merge(CustomerArgument.customer(self.customer), into: CustomerArgument.customer(self.into)),
            question: "Merge them? It can be undone."
        )
    }
}
