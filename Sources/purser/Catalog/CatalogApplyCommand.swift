import ArgumentParser
import Foundation
import PurserHTTP
import PurserService

/// `purser catalog apply`: lets a catalog count from now on.
struct CatalogApplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Lets a catalog count from now on, after showing what it changes.",
        discussion: """
            Example:
              purser catalog apply shop/catalog.yaml --reason "new prices"
              purser catalog apply --version 3 --yes --reason "back to what worked"

            It counts at once, without a restart, and every version stays: an earlier one can be applied again. A file
            with a mistake changes nothing.

            Exit status: 0 applied, 3 nothing was done, because it counted already, 64 wrong usage, 65 the file has mistakes, 69 the database
            cannot be opened, 75 try again, 77 not confirmed or another user's server, 78 the configuration is wrong.
            """
    )

    @Argument(help: "The catalog file.")
    var file: String?

    @Option(help: ArgumentHelp("An earlier version instead of a file.", valueName: "number"))
    var version: Int64?

    @Flag(help: "Do it without asking.")
    var yes = false

    @Option(help: "Why, for the versions and the audit log.")
    var reason: String?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        guard (self.file == nil) != (self.version == nil) else {
            throw ValidationError("Give a file or --version: purser catalog apply --help")
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
            StandardStream.output.write(line: "Version \(version.number) counts from now on.")
        }
    }
}

/// `purser catalog diff`: what a catalog would change.
struct CatalogDiffCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Says what a catalog would change, and which entitlements customers would lose.",
        discussion: """
            Example:
              purser catalog diff shop/catalog.yaml --config shop/purser.yaml

            Compares with what counts now. Nothing is changed.

            Exit status: 0 nothing would change, 1 something would, 64 wrong usage, 65 the file has mistakes, 69 the
            database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
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
