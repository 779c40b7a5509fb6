import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// `purser keys list`: the keys, newest first.
struct KeysListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists keys, newest first: who has them, what for, when they were used last.",
        discussion: """
            Example:
              purser keys list --app shop
              purser keys list --json

            The keys themselves are not kept. The one in the configuration (apps.<app>.secretKey) is not in the list.

            Exit status: 0 listed, 64 wrong usage, 65 the database is of an older version, 69 it cannot be opened,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "Only keys of this app.")
    var app: String?

    @Option(help: "At most so many keys, 1 to 500.")
    var limit = 100

    @Option(help: "Only keys after the one of this id.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func validate() throws {
        guard (1...500).contains(self.limit) else { throw ValidationError("--limit must be between 1 and 500.") }
    }

    func run() async throws {
        let configuration = try self.configuration.load()
        let app = try self.app.map { try configuration.knownApp($0).name.rawValue }
        try await KeyOptions.refusing {
            try await OperatorAccess.with(configuration, need: .books) { access, _ in
                let found: [KeyBody]
                switch access {
                case .server(let server):
                    found = try await server.keys(app: app, after: self.cursor, limit: self.limit)
                case .file(let database):
                    found = try await KeyOptions.keys(database, configuration, .live).list(
                        of: app.map { AppName($0) },
                        after: self.cursor.map { AccessKeyID($0) },
                        limit: self.limit
                    ).map { KeyBody($0) }
                }
                let next = found.count == self.limit ? found.last?.id : nil
                Listing.keys.write(try found.map { try JSONValue(of: $0) }, next: next, isJSON: self.json)
            }
        }
    }
}
