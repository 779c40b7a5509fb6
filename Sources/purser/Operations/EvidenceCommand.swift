import AppStore
import ArgumentParser
import Foundation
import Ledger
import Logging
import PurserService

/// `purser evidence`: what Apple signed and is kept.
struct EvidenceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evidence",
        abstract: "Verifies again what Apple signed and is kept.",
        discussion: """
            Example:
              purser evidence verify --config shop/purser.yaml
            """,
        subcommands: [EvidenceVerifyCommand.self]
    )
}

/// `purser evidence verify`: puts every signed object together again and verifies it.
struct EvidenceVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Puts every stored signed object together again, byte for byte, and verifies it as on the first day.",
        discussion: """
            Example:
              purser evidence verify --config shop/purser.yaml
              purser evidence verify --since 2026-11-01 --json

            Each object is rebuilt and hashed; its signature and its chain are verified at its signed date, with the roots
            that the configuration trusts; a notification and its parts must agree. Every failure is printed, then how
            many of each kind were verified.

            Exit status: 0 everything holds, 1 something does not, 64 wrong usage, 65 the database is of an older version,
            69 it cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("Only what was signed since then. \(Moment.forms)", valueName: "moment"))
    var since: Moment?

    @Flag(help: "One JSON object a line.")
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
