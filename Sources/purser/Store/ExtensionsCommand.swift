import ArgumentParser
import Ledger
import PurserService

/// `purser subscriptions extensions`: how far extensions of all renewal dates are.
struct ExtensionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extensions",
        abstract: "Says how far extensions of all renewal dates are, and what could not be extended.",
        discussion: """
            Example:
              purser subscriptions extensions

            Exit status: 0 nothing failed, 1 something could not be extended, 64 wrong usage, 69 it cannot be asked,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var environment: AppleEnvironmentOption

    @OptionGroup var store: StoreOptions

    func run() async throws {
        try await self.store.run(.extensions(try self.environment.storeEnvironment()))
    }
}
