import ArgumentParser

/// `purser customers unblock`: takes the block of a customer back, set by hand or by a refund.
struct CustomerUnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: "Takes the block of a customer back, set by hand or by a refund.",
        discussion: """
            Example:
              purser customers unblock user-42 --reason "the refunds were his brother's"

            \(CustomerBlockOptions.endings)
            """
    )

    @OptionGroup var block: CustomerBlockOptions

    func run() async throws { try await self.block.run(isBlocked: false) }
}
