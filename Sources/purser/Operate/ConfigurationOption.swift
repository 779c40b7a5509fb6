import ArgumentParser
import Foundation

/// The configuration that a command works with.
struct ConfigurationOption: ParsableArguments {
    @Option(help: "The configuration file; PURSER_CONFIG or purser.yaml if not given.")
    var config: String?

    /// Reads it, or says everything that is wrong with it.
    ///
    /// Given a place to keep the ledger, or a file that names one, that counts instead of the configured one.
    func load(storage: String? = nil, storageFile: String? = nil) throws -> Configuration {
        var environment = ProcessInfo.processInfo.environment
        if storage != nil || storageFile != nil {
            environment["PURSER_STORAGE"] = storage
            environment["PURSER_STORAGE_FILE"] = storageFile.map { URL(filePath: $0).standardizedFileURL.path }
        }
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
