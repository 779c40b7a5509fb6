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

    @Option(help: "At most so many keys, 1 to 200.")
    var limit = 100

    @Option(help: "Only keys after the one of this id.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    func validate() throws {
        guard (1...200).contains(self.limit) else { throw ValidationError("--limit must be between 1 and 200.") }
    }

    func run() async throws {
        let configuration = try self.configuration.load()
        let app = try self.app.map { try configuration.knownApp($0).name }
        try await APIAccess.with(configuration, app: app) { api in
            let page = try await api.get("keys", [("limit", "\(self.limit)"), ("cursor", self.cursor)])
            Listing.keys.write(page["keys"]?.elements ?? [], next: page["next"]?.text, isJSON: self.json)
        }
    }
}
