import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// `purser keys`: manages API keys.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Create, list and revoke API keys.",
        discussion: """
            Example:
              purser keys create publishable --app shop --name "iPhone app"
              purser keys list
              purser keys revoke key_0123456789abcdef01
            """,
        subcommands: [KeysCreateCommand.self, KeysListCommand.self, KeysRevokeCommand.self]
    )
}

/// `purser keys list`: lists keys.
struct KeysListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List keys, newest first: owner, permissions, last use.",
        discussion: """
            Example:
              purser keys list --app shop
              purser keys list --json

            The server does not store the text of keys. The key in the configuration (apps.<app>.secretKey) is not in
            the list.

            Exit status: 0 listed, 64 wrong usage, 65 the database is of an older version, 69 it cannot be opened,
            75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Option(help: "Only keys of this app.")
    var app: String?

    @Option(help: "The maximum number of keys, 1 to 200.")
    var limit = 100

    @Option(help: "Only keys after the one with this id.")
    var cursor: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        guard (1...200).contains(self.limit) else { throw ValidationError("--limit must be between 1 and 200.") }
    }

    func run() async throws {
        let configuration = try self.configuration.load()
        let app = try self.app.map { try configuration.knownApp($0).name }
        try await APIConnection.with(configuration, app: app) { api in
            let page = try await api.get("keys", [("limit", "\(self.limit)"), ("cursor", self.cursor)])
            Listing.keys.write(page["keys"]?.elements ?? [], next: page["next"]?.text, isJSON: self.json)
        }
    }
}

/// `purser keys revoke`: revokes a key permanently.
struct KeysRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a key immediately and permanently.",
        discussion: """
            Example:
              purser keys revoke key_0123456789abcdef01 --reason "the laptop was stolen"

            The running server refuses it from the next request on. Revoking a key again changes nothing.

            Exit status: 0 revoked, 1 there is no such key, 3 it was revoked already, 64 wrong usage, 65 the database
            is of an older version, 69 it cannot be opened, 75 try again, 77 another user's server, 78 the
            configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The key's id, from purser keys list.")
    var id: String

    @Option(help: "The reason, for the audit log.")
    var reason: String?

    @OptionGroup var clock: ClockOption

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let configuration = try self.configuration.load()
        try await APIConnection.with(configuration, clock: self.clock.address) { api in
            let key = try await api.send(.delete, "keys/\(APIClient.escaped(self.id))", [("reason", self.reason)], nil)
            let line = "\(key["id"].plain) (\(key["name"].plain)) is revoked."
            StandardStream.output.write(key, isJSON: self.json, line)
            try NoChange.end(key)
        }
    }
}

extension Listing {
    /// The table of keys.
    static let keys = Listing(
        none: "There are no keys. To create one: purser keys create secret --scope read --name NAME",
        [
            Column("KEY", of: "id"), Column("APP", of: "app", none: "all apps"), Column("KIND", of: "kind"),
            Column("MAY") { row, _ in (row["role"] ?? row["scopes"]).plain },
            Column("NAME", of: "name"), Column("LAST USED", of: "lastUsedAt", none: "never"),
            Column("REVOKED", of: "revokedAt"), Column("BY", of: "revokedBy"),
        ]
    )
}
