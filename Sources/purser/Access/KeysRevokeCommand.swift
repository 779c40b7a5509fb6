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
        try await APIAccess.with(configuration, clock: self.clock.address) { api in
            let key = try await api.send(.delete, "keys/\(APIClient.escaped(self.id))", [("reason", self.reason)], nil)
            let line = "\(key["id"].plain) (\(key["name"].plain)) is revoked."
            StandardStream.output.write(key, isJSON: self.json, line)
            try NothingDone.end(key)
        }
    }
}
