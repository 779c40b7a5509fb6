import AppStore
import ArgumentParser
import Ledger

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

/// What the commands take that block a customer or take that back.
struct CustomerBlockOptions: ParsableArguments {
    /// How their help ends.
    static let endings = """
        Exit status: 0 done, 3 nothing was done, because it was so already, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not confirmed or another
        user's server, 78 the configuration is wrong.
        """

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var options: StoreOptions

    /// Blocks him, or takes it back.
    func run(isBlocked: Bool) async throws {
        let customer = try CustomerArgument.customer(self.customer)
        let path = "customers/\(APIClient.escaped(customer.rawValue))/block"
        let reason = try self.options.requiredReason()
        try await self.options.with { api in
            try await self.options.confirm("Do it?") { try await api.get(path) }
            let answer =
                isBlocked
                ? try await api.send(.put, path, [], [JSONMember(key: "reason", value: .string(reason))])
                : try await api.send(.delete, path, [("reason", reason)], nil)
            try self.options.write(answer)
        }
    }
}
