import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// `purser keys revoke`: ends a key for good.
struct KeysRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Ends a key at once and for good.",
        discussion: """
            Example:
              purser keys revoke key_0123456789abcdef01 --reason "the laptop was stolen"

            The running server refuses it from the next request on. Revoking again changes nothing.

            Exit status: 0 revoked, 1 there is no such key, 3 it was revoked already, 64 wrong usage, 65 the database is of
            an older version, 69 it cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Argument(help: "The key's id, from purser keys list.")
    var id: String

    @Option(help: "Why, for the audit log.")
    var reason: String?

    @OptionGroup var clock: ClockOption

    @Flag(help: "One JSON object.")
    var json = false

    func run() async throws {
        let configuration = try self.configuration.load()
        try await KeyOptions.refusing {
            try await OperatorAccess.with(configuration, need: .books) { access, client in
                let key: KeyBody
                switch access {
                case .server(let server): key = try await server.revokeKey(self.id, reason: self.reason)
                case .file(let database):
                    let ambient = try await self.clock.ambient(client)
                    key = try await self.revoke(among: KeyOptions.keys(database, configuration, ambient))
                }
                try self.show(key)
            }
        }
    }

    private func revoke(among keys: AccessKeys) async throws -> KeyBody {
        let by = OperatorPeer.current.name
        let revoked = try await keys.revoke(AccessKeyID(self.id), by: by, reason: self.reason)
        return KeyBody(revoked.value, nothing: revoked.nothing)
    }

    private func show(_ key: KeyBody) throws {
        let line = "\(key.id) (\(key.name)) is revoked."
        StandardStream.output.write(try JSONValue(of: key), isJSON: self.json, line)
        try NothingDone.end(text: key.nothing)
    }
}
