import AppStore
import ArgumentParser
import Ledger

/// `purser customers block`: blocks a customer for the guards of orders.
struct CustomerBlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Block a customer for the guards of orders.",
        discussion: """
            Example:
              purser customers block user-42 --reason "sells refunds"

            \(CustomerBlockOptions.endings)
            """
    )

    @OptionGroup var block: CustomerBlockOptions

    func run() async throws { try await self.block.run(isBlocked: true) }
}

/// `purser customers unblock`: unblocks a customer whom an operator or a refund blocked.
struct CustomerUnblockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: "Unblock a customer whom an operator or a refund blocked.",
        discussion: """
            Example:
              purser customers unblock user-42 --reason "the refunds were their brother's"

            \(CustomerBlockOptions.endings)
            """
    )

    @OptionGroup var block: CustomerBlockOptions

    func run() async throws { try await self.block.run(isBlocked: false) }
}

/// The options of the commands that block and unblock a customer.
struct CustomerBlockOptions: ParsableArguments {
    /// The exit statuses, for their help.
    static let endings = """
        Exit status: 0 done, 3 nothing to do, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not
        confirmed or another user's server, 78 the configuration is wrong.
        """

    @Argument(help: "The customer, by the app's own user id.")
    var customer: String

    @OptionGroup var options: StoreOptions

    /// Blocks or unblocks the customer.
    func run(isBlocked: Bool) async throws {
        let customer = try CustomerArgument.customer(self.customer)
        let path = "customers/\(APIClient.escaped(customer.rawValue))/block"
        let reason = try self.options.requiredReason()
        try await self.options.with { api in
            try await self.options.confirm("Continue?") { try await api.get(path) }
            let answer =
                isBlocked
                ? try await api.send(.put, path, [], [JSONMember(key: "reason", value: .string(reason))])
                : try await api.send(.delete, path, [("reason", reason)], nil)
            try self.options.write(answer)
        }
    }
}
