import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserService

/// The option for the configuration.
struct ConfigurationOption: ParsableArguments {
    @Option(help: "The configuration file; by default PURSER_CONFIG or purser.yaml.")
    var config: String?

    /// Reads the configuration, or writes everything that is wrong with it and ends the command.
    ///
    /// The given storage, or the file that names one, replaces the configured storage.
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
            let issues = isGiven ? error.issues.map(Self.namingOption) : error.issues
            StandardStream.error.write(line: issues.map(\.description).joined(separator: "\n"))
            throw ExitStatus.badConfiguration.error
        }
    }

    /// Returns the issue with the name of the option whose value replaced a variable.
    private static func namingOption(_ issue: ValidationIssue) -> ValidationIssue {
        let options = ["PURSER_STORAGE": "--to", "PURSER_STORAGE_FILE": "--to-file"]
        guard let option = options[issue.keyPath] else { return issue }
        return ValidationIssue(file: "command line", keyPath: option, problem: issue.problem, remedy: issue.remedy)
    }
}

/// The options of commands that call the API about one app.
struct AppOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "The app; required if several are configured.")
    var app: String?

    /// Runs work with the API, and writes errors.
    func with(absence: String? = nil, _ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app)
        try await APIConnection.with(configuration, app: app.name, absence: absence, work)
    }
}

/// The option for the clock of a command that works on a database without a running server.
struct ClockOption: ParsableArguments {
    @Option(
        name: .customLong("clock"),
        help: ArgumentHelp(
            "The clock of a simulated App Store, if the database belongs to one and no server is running.",
            valueName: "url"
        )
    )
    var address: String?
}

extension Configuration {
    /// Returns the app of a command: the one of `--app`, or the only configured one.
    ///
    /// - Throws: The exit status of wrong usage, after writing the remedy.
    func chosenApp(_ name: String?) throws -> App {
        if let name { return try self.knownApp(name) }
        guard self.apps.count == 1 else {
            let names = self.apps.map(\.name.rawValue).joined(separator: " or ")
            StandardStream.error.write(line: "Several apps are configured; name one: --app \(names)")
            throw ExitStatus.wrongUsage.error
        }
        return self.apps[0]
    }

    /// Returns the app of `--app`, if it is configured.
    ///
    /// - Throws: The exit status of wrong usage, after naming the most similar one.
    func knownApp(_ name: String) throws -> App {
        guard let app = self.apps.first(where: { $0.name.rawValue == name }) else {
            let names = self.apps.map(\.name.rawValue)
            let remedy =
                Spelling.nearest(to: name, among: names).map { "Did you mean \"\($0)\"?" }
                ?? "The configured apps: \(names.joined(separator: ", "))."
            StandardStream.error.write(line: "--app \(name): no app of this name is configured. \(remedy)")
            throw ExitStatus.wrongUsage.error
        }
        return app
    }
}
