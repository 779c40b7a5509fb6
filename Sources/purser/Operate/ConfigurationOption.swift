import ArgumentParser
import Foundation
import PurserService

/// The configuration that a command works with.
struct ConfigurationOption: ParsableArguments {
    @Option(help: "The configuration file; PURSER_CONFIG or purser.yaml if not given.")
    var config: String?

    /// Reads it, or says everything that is wrong with it.
    ///
    /// Given a place to keep the ledger, or a file that names one, that counts instead of the configured one.
    func load(storage: String? = nil, storageFile: String? = nil) throws -> Configuration {
        var environment = ProcessInfo.processInfo.environment
        let isGiven = storage != nil || storageFile != nil
        if isGiven {
            environment["PURSER_STORAGE"] = storage
            environment["PURSER_STORAGE_FILE"] = storageFile.map { URL(filePath: $0).standardizedFileURL.path }
        }
        do {
            return try Configuration.load(
                file: self.config ?? environment["PURSER_CONFIG"] ?? "purser.yaml",
                environment: environment
            )
        } catch {
            let findings = isGiven ? error.findings.map(Self.namingOption) : error.findings
            StandardStream.error.write(line: findings.map(\.description).joined(separator: "\n"))
            throw ExitStatus.badConfiguration.error
        }
    }

    /// Names the option where a variable stood in for it.
    private static func namingOption(_ finding: Finding) -> Finding {
        let options = ["PURSER_STORAGE": "--to", "PURSER_STORAGE_FILE": "--to-file"]
        guard let option = options[finding.keyPath] else { return finding }
        return Finding(file: "command line", keyPath: option, problem: finding.problem, remedy: finding.remedy)
    }
}
