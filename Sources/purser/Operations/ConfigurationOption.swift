import AppStore
import ArgumentParser
import Foundation
import Ledger
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
            let issues = isGiven ? error.issues.map(Self.namingOption) : error.issues
            StandardStream.error.write(line: issues.map(\.description).joined(separator: "\n"))
            throw ExitStatus.badConfiguration.error
        }
    }

    /// Names the option where a variable stood in for it.
    private static func namingOption(_ issue: ValidationIssue) -> ValidationIssue {
        let options = ["PURSER_STORAGE": "--to", "PURSER_STORAGE_FILE": "--to-file"]
        guard let option = options[issue.keyPath] else { return issue }
        return ValidationIssue(file: "command line", keyPath: option, problem: issue.problem, remedy: issue.remedy)
    }
}

/// The options of every command that asks the API about one app.
struct AppOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "The app, where there are several.")
    var app: String?

    /// Does work with the API, and writes what was refused.
    func with(absence: String? = nil, _ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app)
        try await APIConnection.with(configuration, app: app.name, absence: absence, work)
    }
}

/// Whose time a command goes by that works on a database which no server has open.
struct ClockOption: ParsableArguments {
    @Option(
        name: .customLong("clock"),
        help: ArgumentHelp(
            "The clock of a simulated App Store, if the database belongs to one and no server runs.",
            valueName: "url"
        )
    )
    var address: String?
}

extension Configuration {
    /// The app that a command is about: the one that `--app` names, or else the only one that is configured.
    ///
    /// - Throws: The exit status of wrong usage, after saying what to write instead.
    func chosenApp(_ name: String?) throws -> App {
        if let name { return try self.knownApp(name) }
        guard self.apps.count == 1 else {
            let names = self.apps.map(\.name.rawValue).joined(separator: " or ")
            StandardStream.error.write(line: "Several apps are configured; say which: --app \(names)")
            throw ExitStatus.wrongUsage.error
        }
        return self.apps[0]
    }

    /// The app that `--app` names, if one of this name is configured.
    ///
    /// - Throws: The exit status of wrong usage, after naming the nearest one.
    func knownApp(_ name: String) throws -> App {
        guard let app = self.apps.first(where: { $0.name.rawValue == name }) else {
            let names = self.apps.map(\.name.rawValue)
            let remedy =
                Spelling.nearest(to: name, among: names).map { "Did you mean \"\($0)\"?" }
                ?? "Known here: \(names.joined(separator: ", "))."
            StandardStream.error.write(line: "--app \(name): no app of this name is configured. \(remedy)")
            throw ExitStatus.wrongUsage.error
        }
        return app
    }
}
