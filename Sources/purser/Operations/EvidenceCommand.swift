import AppStore
import ArgumentParser
import Foundation
import Ledger
import Logging
import PurserService

/// `purser evidence`: the evidence that Apple signed.
struct EvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Verify the stored evidence again.",
        discussion: """
            Example:
              purser evidence verify --config shop/purser.yaml
            """,
        subcommands: [EvidenceVerifyCommand.self]
    )
}

/// `purser evidence verify`: reassembles and verifies every signed object.
struct EvidenceVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Reassemble every stored signed object, byte for byte, and verify it again.",
        discussion: """
            Example:
              purser evidence verify --config shop/purser.yaml
              purser evidence verify --since 2026-11-01 --json

            The command rebuilds and hashes each object, and verifies its signature and its chain at its signed date,
            with the roots that the configuration trusts; a notification and its parts must agree. It prints every
            failure, then the number of verified objects of each kind.

            Exit status: 0 all are valid, 1 one is not, 64 wrong usage, 65 the database is of an older version,
            69 it cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Option(
        help: ArgumentHelp("Only objects that were signed at this time or later. \(Moment.forms)", valueName: "moment")
    )
    var since: Moment?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        let configuration = try self.configuration.load()
        let display = OperationDisplay(isJSON: self.json)
        let since = self.since?.ago
        try await APIConnection.with(configuration) { api in
            let members = since.map {
                [JSONMember(key: "sinceMilliseconds", value: .number(String($0.milliseconds)))]
            }
            await api.run("evidence/verifications", members ?? []) { display.take($0) }
        }
        try display.finish()
    }
}
