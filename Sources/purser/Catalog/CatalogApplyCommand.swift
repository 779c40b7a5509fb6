import ArgumentParser
import Foundation
import PurserHTTP
import PurserService

/// `purser catalog apply`: applies a catalog.
struct CatalogApplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Apply a catalog, after showing its changes.",
        discussion: """
            Example:
              purser catalog apply shop/catalog.yaml --reason "new prices"
              purser catalog apply --version 3 --yes --reason "back to what worked"

            The catalog takes effect immediately, without a restart. All versions are kept, and you can apply an
            earlier one again. A file with an error changes nothing.

            Exit status: 0 applied, 3 nothing to do: the catalog is in force already, 64 wrong usage, 65 the file has
            errors, 69 the database cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the
            configuration is wrong.
            """
    )

    @Argument(help: "The catalog file.")
    var file: String?

    @Option(help: ArgumentHelp("An earlier version instead of a file.", valueName: "number"))
    var version: Int64?

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @Option(help: "The reason, for the versions and the audit log.")
    var reason: String?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        guard (self.file == nil) != (self.version == nil) else {
            throw ValidationError("Name a file or a version: purser catalog apply --help")
        }
    }

    func run() async throws {
        let subject: CatalogSubject
        if let file {
            subject = .text(try CatalogOptions.text(of: file), name: file)
        } else {
            subject = .version(self.version ?? 0)
        }
        try await self.catalog.run { api in
            if !self.yes {
                let preview = try await api.applyCatalog(subject, reason: nil, isPreview: true)
                for line in preview.summary { StandardStream.error.write(line: line) }
                if !preview.same { try Confirmation.ask("Apply it?") }
            }
            let result = try await api.applyCatalog(subject, reason: self.reason, isPreview: false)
            if self.catalog.json {
                try CatalogOptions.write(json: result)
                if result.same { try NoChange.end(.catalogSame) }
                return
            }
            if result.same { try NoChange.end(.catalogSame) }
            if self.yes { for line in result.summary { StandardStream.output.write(line: line) } }
            for warning in result.warnings {
                StandardStream.error.write(line: "\(warning.key): \(warning.problem). \(warning.remedy) (warning)")
            }
            guard let version = result.applied else { return }
            StandardStream.output.write(line: "Version \(version.number) is in force.")
        }
    }
}

/// `purser catalog diff`: shows the changes of a catalog.
struct CatalogDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show what a catalog would change, and the entitlements that customers would lose.",
        discussion: """
            Example:
              purser catalog diff shop/catalog.yaml --config shop/purser.yaml

            Compares it with the catalog in force. Changes nothing.

            Exit status: 0 no changes, 1 changes, 64 wrong usage, 65 the file has errors, 69 the database cannot be
            opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The catalog file.")
    var file: String

    @OptionGroup var catalog: CatalogOptions

    func run() async throws {
        let text = try CatalogOptions.text(of: self.file)
        try await self.catalog.run { api in
            let preview = try await api.applyCatalog(.text(text, name: self.file), reason: nil, isPreview: true)
            if self.catalog.json {
                try CatalogOptions.write(json: preview)
            } else {
                for line in preview.summary { StandardStream.output.write(line: line) }
            }
            if !preview.changes.isEmpty { throw ExitStatus.negative.error }
        }
    }
}
