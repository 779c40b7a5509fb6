import ArgumentParser
import Ledger
import PurserService

/// `purser customers undo`: undoes a move or a merge.
struct CustomerUndoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undoes a move or a merge, by the id that it printed.",
        discussion: """
            Example:
              purser customers undo 5f0c8a1be2d349775f0c8a1be2d34977

            The rules of ownership decide again as if it had never been done. An erasure cannot be undone.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The id of the act; purser customers moves lists them.")
    var change: String

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(.undo(OwnershipChangeID(self.change)), question: "Undo it?")
    }
}
