import ArgumentParser

/// `purser customers block`: blocks a customer by hand, which the guards of orders see.
struct CustomerBlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Blocks a customer by hand, which the guards of orders see.",
        discussion: """
            Example:
              purser customers block user-42 --reason "sells refunds"

            \(CustomerBlockOptions.endings)
            """
    )

    @OptionGroup var block: CustomerBlockOptions

    func run() async throws { try await self.block.run(isBlocked: true) }
}
