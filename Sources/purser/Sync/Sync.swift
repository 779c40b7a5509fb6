import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import PurserService

/// `purser sync`: asks Apple for whatever the ledger lacks.
struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Asks Apple for what is missing: its history of notifications, and what the ledger leaves open.",
        discussion: """
            Example:
              purser sync --config shop/purser.yaml
              purser sync --status

            The server does this by itself at its start, every hour and after an outage; the command does it now. Refund
            requests come first, then refunds and what undoes them, then everything else. What is known already is not
            fetched again, and a reading that was broken off goes on where it stopped.

            listed are the notifications that Apple says it sent, missing those that were not in the ledger and are now,
            lost those of them that Apple believes were taken, refused those that could not be taken in.

            Exit status: 0 the ledger is whole, 1 something was lost or refused, 64 wrong usage, 65 the database is of an
            older version, 69 it cannot be opened or Apple cannot be reached, 75 try again, 77 another user's server,
            78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("Only this app.", valueName: "name"))
    var app: String?

    @Flag(help: "Ask nothing; say how far the history of notifications has been read.")
    var status = false

    @OptionGroup var clock: ClockOption

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() async throws {
        let configuration = try self.configuration.load()
        let app = try self.app.map { try configuration.knownApp($0).name }
        let display = OperationDisplay(isJSON: self.json, tables: ["histories": .histories])
        try await APIConnection.with(configuration, app: app, clock: self.clock.address) { api in
            await api.run("syncs", [JSONMember(key: "statusOnly", value: .bool(self.status))]) { display.take($0) }
        }
        try display.finish()
    }
}

extension Listing {
    /// How far the history of notifications of each app has been read.
    static let histories = Listing(
        none: "No app has a key for Apple's server API, so no history can be read. See what is missing: purser doctor",
        [
            Column("APP", of: "app"), Column("ENVIRONMENT", of: "environment"),
            Column("COMPLETE UP TO", of: "completeUpTo", none: "not read yet"),
        ]
    )
}
