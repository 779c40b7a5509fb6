import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation

/// The options of commands that play scenarios: the world's seed and app, and a server under test.
struct ScenarioWorldOptions: ParsableArguments {
    /// What everything random follows from.
    @Option(help: "The seed: the same seed makes the same payloads.")
    var seed: UInt64 = 1

    /// The app.
    @Option(name: .customLong("bundle-id"), help: ArgumentHelp("The app's bundle id.", valueName: "id"))
    var bundleID = "com.example.shop"

    /// The app's number.
    @Option(name: .customLong("app-apple-id"), help: ArgumentHelp("The app's number in the store.", valueName: "n"))
    var appAppleID: Int64 = 1_234_567_890

    /// A server under test.
    @Option(help: ArgumentHelp("Post every notification to a server under test too.", valueName: "url"))
    var notify: String?

    /// Where the root certificate is written.
    @Option(
        help: ArgumentHelp("Write the root certificate (DER) that a server under test must trust.", valueName: "file")
    )
    var root: String?

    /// Where a server on this machine takes notifications.
    static let example = "http://127.0.0.1:8080/apple/shop/notifications"

    /// Refuses what cannot be an address.
    func validate() throws {
        if let notify { try WebAddress.require(notify, option: "--notify", example: Self.example) }
    }

    /// Gives a runner that posts to the server under test, if there is one, and ends its client afterwards.
    func withRunner(_ body: (ScenarioRunner) async throws -> Void) async throws {
        var runner = ScenarioRunner(seed: self.seed, bundleId: self.bundleID, appAppleId: self.appAppleID)
        guard let notify else { return try await body(runner) }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        runner.notificationURL = notify
        runner.forwarding = NotificationSender(client: client).receiver
        do {
            try await body(runner)
        } catch {
            try? await client.shutdown()
            throw error
        }
        try? await client.shutdown()
    }

    /// Writes the root for the first of some scenarios.
    ///
    /// Its name and key follow from the seed, so that it verifies what all of them sign.
    func writeRoot(for scenarios: [Scenario], _ runner: ScenarioRunner) throws {
        guard let path = self.root, let first = scenarios.first else { return }
        try RootFile.write(try runner.root(for: first), to: path)
    }
}
