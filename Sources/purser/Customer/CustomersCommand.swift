import ArgumentParser

/// `purser customers`: finds customers, and moves, merges and erases what is theirs.
struct CustomersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customers",
        abstract: "Finds customers by any id, and moves, merges or erases what is theirs.",
        discussion: """
            Example:
              purser customers lookup MMTVJ1W3L4
              purser customers show anna
              purser customers consent anna
              purser customers move 230000000000042 --to anna --reason "bought under her brother's login"
              purser customers undo 5f0c8a1be2d349775f0c8a1be2d34977
            """,
        subcommands: [
            CustomerShowCommand.self, CustomerLookupCommand.self, CustomerMoveCommand.self, CustomerUndoCommand.self,
            CustomerMergeCommand.self, CustomerSignOutCommand.self, CustomerEraseCommand.self,
            CustomerMovesCommand.self, CustomerTimelineCommand.self, CustomerBlockCommand.self,
            CustomerUnblockCommand.self, CustomerConsentCommand.self, CustomerConsentsCommand.self,
            CustomerWithdrawConsentCommand.self,
        ]
    )
}
