import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation

/// `purser simulate scenario run`: plays scenarios and says whether everything was told as it must be.
struct ScenarioRunCommand: AsyncParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Play scenarios and check what is told.",
        discussion: """
            Example:
              purser simulate scenario run grace-recovered
              purser simulate scenario run --all --junit scenarios.xml
              purser simulate scenario run 65 --notify http://127.0.0.1:8080/apple/shop/notifications

            Exit status: 0 when all passed, 1 when one failed, 64 for wrong usage, 65 for an unusable file,
            69 for one that cannot be read, 73 where a file cannot be written.
            """
    )

    /// Which built-in ones.
    @Argument(help: ArgumentHelp("Names or numbers of built-in scenarios.", valueName: "id"))
    var ids: [String] = []

    /// Whether all built-in ones.
    @Flag(help: "Play all built-in scenarios.")
    var all = false

    /// One's own.
    @Option(help: ArgumentHelp("A scenario file; may be given several times.", valueName: "file"))
    var file: [String] = []

    /// Where a report goes.
    @Option(help: ArgumentHelp("Write a JUnit report.", valueName: "file"))
    var junit: String?

    /// Whether everything is shown.
    @Flag(help: "Print the timeline of scenarios that pass too, as is done for a single one.")
    var timeline = false

    /// The world and a server under test.
    @OptionGroup var world: ScenarioWorldOptions

    /// Refuses to play nothing.
    func validate() throws {
        if self.ids.isEmpty, self.file.isEmpty, !self.all {
            throw ValidationError(
                "Name scenarios, or --file, or --all. They are listed by: purser simulate scenario list"
            )
        }
    }

    /// Plays them.
    func run() async throws {
        var scenarios = self.all ? Scenario.builtIn : []
        for id in self.ids { scenarios += try ScenarioSelection.builtIn(id) }
        for path in self.file { scenarios += try ScenarioSelection.file(path) }
        var reports: [(report: ScenarioReport, seconds: Double)] = []
        try await self.world.withRunner { runner in
            try self.world.writeRoot(for: scenarios, runner)
            let clock = ContinuousClock()
            for scenario in scenarios {
                let start = clock.now
                let report = await runner.run(scenario)
                reports.append((report, (clock.now - start) / .seconds(1)))
                self.write(report, isOnly: scenarios.count == 1)
            }
        }
        if let junit {
            do {
                try Data(ScenarioReport.junit(reports).utf8).write(to: URL(fileURLWithPath: junit))
            } catch {
                StandardStream.error.write(line: "\(junit): cannot be written. Choose a place that you may write to.")
                throw ExitStatus.cannotCreate.error
            }
        }
        let passed = reports.count { $0.report.hasPassed }
        let failed = reports.count - passed
        StandardStream.output.write(line: "\(passed) passed, \(failed) failed")
        if failed > 0 { throw ExitStatus.negative.error }
    }

    private func write(_ report: ScenarioReport, isOnly: Bool) {
        let number = report.scenario.number.map { "\($0) " } ?? ""
        let title = "\(number)\(report.scenario.id): \(report.scenario.title)"
        var showsTimeline = self.timeline || isOnly
        switch report.outcome {
        case .passed: StandardStream.output.write(line: "passed   \(title)")
        case .failed(let step, let complaints):
            StandardStream.output.write(line: "failed   \(title)")
            for complaint in complaints {
                StandardStream.output.write(line: "           step \(step), seed \(report.seed): \(complaint)")
            }
            showsTimeline = true
        }
        guard showsTimeline else { return }
        for line in report.timelineText { StandardStream.output.write(line: "           \(line)") }
    }
}

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
