import ArgumentParser
import Foundation

/// The configuration that a command works with.
struct ConfigurationOption: ParsableArguments {
    @Option(help: "The configuration file; PURSER_CONFIG or purser.yaml if not given.")
    var config: String?

    /// Reads it, or says everything that is wrong with it.
    func load() throws -> Configuration {
        let environment = ProcessInfo.processInfo.environment
        do {
            return try Configuration.load(
                file: self.config ?? environment["PURSER_CONFIG"] ?? "purser.yaml",
                environment: environment
            )
        } catch {
            StandardStream.error.write(line: "\(error)")
            throw ExitStatus.badConfiguration.error
        }
    }
}
