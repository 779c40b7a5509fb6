import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import PurserService

/// `purser sync`: asks Apple for what the ledger lacks.
struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Ask Apple for what the ledger lacks: missed notifications, and open states.",
        discussion: """
            Example:
              purser sync --config shop/purser.yaml
              purser sync --status

            The server does this at its start, every hour and after an outage; this command does it now. It fetches
            refund requests first, then refunds and their reversals, then everything else. It does not fetch what the
            ledger already contains, and continues an interrupted run where it stopped.

            listed: the notifications in Apple's history. missing: those that were not in the ledger and are now. lost:
            those of them that Apple believes were received. refused: those that could not be recorded.

            Exit status: 0 the ledger is complete, 1 notifications were lost or refused, 64 wrong usage, 65 the
            database is of an older version, 69 it cannot be opened or Apple cannot be reached, 75 try again, 77
            another user's server, 78 the configuration is wrong.
            """
    )

    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("Only this app.", valueName: "name"))
    var app: String?

    @Flag(help: "Ask Apple nothing; show how far the notification history has been read.")
    var status = false

    @OptionGroup var clock: ClockOption

    @Flag(help: "Print one JSON object per line.")
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
    /// The table of notification histories by app.
    static let histories = Listing(
        none: "No app has a key for Apple's server API, so no history can be read. To find the problem: purser doctor",
        [
            Column("APP", of: "app"), Column("ENVIRONMENT", of: "environment"),
            Column("COMPLETE UP TO", of: "completeUpTo", none: "not read yet"),
        ]
    )
}
