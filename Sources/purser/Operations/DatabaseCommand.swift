import AppStore
import ArgumentParser
import Foundation
import Ledger
import PersistenceSQLite
import PurserHTTP
import PurserService

/// `purser db`: backs up, restores and checks the database.
struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "db",
        abstract: "Back up, restore and check the database, and rebuild its figures.",
        discussion: """
            Example:
              purser db backup /var/backups/purser/$(date +%F).db --config shop/purser.yaml
              purser db check /var/backups/purser/2026-11-21.db
              purser db figures --config shop/purser.yaml
            """,
        subcommands: [
            DatabaseBackupCommand.self, DatabaseRestoreCommand.self, DatabaseCheckCommand.self,
            DatabaseFiguresCommand.self,
        ]
    )
}

/// `purser db backup`: copies the database, also while the server runs.
struct DatabaseBackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the database into one file and check the copy; also while the server runs.",
        discussion: """
            Example:
              purser db backup /var/backups/purser/today.db --config shop/purser.yaml

            The copy contains everything that was acknowledged before the copy began. It is checked before it gets its
            name, so a file with this name is complete and valid. While the server runs, the server writes the file, as
            its own user.

            Exit status: 0 copied and valid, 1 copied but the audit log in it was tampered with, 64 wrong usage,
            65 the database is damaged, 69 it cannot be opened, 73 the file exists or cannot be written, 75 try again,
            77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The file to write.")
    var file: String

    @Flag(help: "Replace the file if it exists.")
    var yes = false

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    func run() async throws {
        let configuration = try self.configuration.load()
        let path = URL(filePath: self.file).standardizedFileURL.path
        let display = OperationDisplay(isJSON: self.json)
        try await DatabaseAccess.with(configuration, audits: true) { access in
            switch access {
            case .server(let api):
                var members = [
                    JSONMember(key: "path", value: .string(path)), JSONMember(key: "replace", value: .bool(self.yes)),
                ]
                if let reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
                await api.run("database/backups", members) { display.take($0) }
            case .file(let maintenance, let repository):
                if repository == nil, case .sqlite = configuration.storage {
                    StandardStream.error.write(
                        line: "The database is of an older version, so no audit log records this copy."
                    )
                }
                let operations = Operations(
                    repository: repository,
                    maintenance: maintenance,
                    apps: [],
                    ambient: .live,
                    workers: 1
                )
                await operations.backup(
                    to: path,
                    replacing: self.yes,
                    by: OperatorPeer.current.name,
                    reason: self.reason
                ) { display.take($0) }
            }
        }
        try display.finish()
    }
}

/// `purser db check`: checks the database or a backup.
struct DatabaseCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the database or a backup, and report every problem.",
        discussion: """
            Example:
              purser db check --config shop/purser.yaml
              purser db check /var/backups/purser/today.db

            Checks pages, indexes and references, the rows of every table, the parts of all evidence, and the chain of
            the audit log. purser evidence verify verifies the signatures.

            Exit status: 0 no problem, 1 a problem, 64 wrong usage, 65 it is not a database of this version,
            69 it cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "A backup to check; without one, the configured database.")
    var file: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let display = OperationDisplay(isJSON: self.json)
        if let file {
            let maintenance: SQLiteMaintenance
            do {
                maintenance = try SQLiteMaintenance(
                    path: URL(filePath: file).standardizedFileURL.path,
                    ownership: .nobodys
                )
            } catch {
                throw DatabaseAccess.refusal(error)
            }
            await Self.operations(.sqlite(maintenance, isServed: false)).check { display.take($0) }
            return try display.finish()
        }
        let configuration = try self.configuration.load()
        try await DatabaseAccess.with(configuration, audits: false) { access in
            switch access {
            case .server(let api): await api.run("database/checks", []) { display.take($0) }
            case .file(let maintenance, _): await Self.operations(maintenance).check { display.take($0) }
            }
        }
        try display.finish()
    }

    private static func operations(_ maintenance: DatabaseMaintenance) -> Operations {
        Operations(
            repository: nil,
            maintenance: maintenance,
            apps: [],
            ambient: .live,
            workers: 1
        )
    }
}

/// `purser db figures`: counts the figures anew from the ledger.
struct DatabaseFiguresCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "figures",
        abstract: "Count the figures anew from the ledger, report every difference, and correct it.",
        discussion: """
            Example:
              purser db figures --config shop/purser.yaml

            The server can go on recording meanwhile. A change of the catalog's time zone needs no rebuild.

            Exit status: 0 no difference, 1 a difference that is corrected now, 64 wrong usage, 65 the database is of an
            older version, 69 it cannot be opened, 75 try again, 77 another user's server, 78 the configuration is
            wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let configuration = try self.configuration.load()
        let display = OperationDisplay(isJSON: self.json, writesLines: true)
        try await APIConnection.with(configuration) { api in
            await api.run("figure-rebuilds", []) { display.take($0) }
        }
        try display.finish()
    }
}
