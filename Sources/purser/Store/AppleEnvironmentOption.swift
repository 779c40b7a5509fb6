import ArgumentParser
import Ledger

/// The environment of Apple's that a command is about.
struct AppleEnvironmentOption: ParsableArguments {
    @Option(help: "Production or Sandbox.")
    var environment = "Production"

    /// The environment; Apple has no servers for any other.
    func storeEnvironment() throws -> StoreEnvironment {
        guard let known = StoreEnvironment.named(self.environment), known == .production || known == .sandbox else {
            throw ValidationError("--environment \(self.environment): write Production or Sandbox.")
        }
        return known
    }
}
