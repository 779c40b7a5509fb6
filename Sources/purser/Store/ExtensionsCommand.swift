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

    @Option(help: "Production or Sandbox.")
    var environment = "Production"

    @OptionGroup var store: StoreOptions

    func run() async throws {
        guard let environment = StoreEnvironment(rawValue: self.environment) else {
            throw ValidationError("--environment \(self.environment): write Production or Sandbox.")
        }
        try await self.store.run(.extensions(environment))
    }
}
