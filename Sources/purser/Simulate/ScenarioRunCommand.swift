import AppStoreSimulator
import ArgumentParser
import AsyncHTTPClient
import Foundation

/// `purser simulate scenario run`: runs scenarios and checks their notifications.
struct ScenarioRunCommand: AsyncParsableCommand {
    /// The command's name and help.
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run scenarios and check their notifications.",
        discussion: """
            Example:
              purser simulate scenario run grace-recovered
              purser simulate scenario run --all --junit scenarios.xml
              purser simulate scenario run 65 --notify http://127.0.0.1:8080/apple/shop/notifications

            Exit status: 0 when all passed, 1 when one failed, 64 for wrong usage, 65 for an invalid file,
            69 for one that cannot be read, 73 where a file cannot be written.
            """
    )

    /// The names or numbers of built-in scenarios.
    @Argument(help: ArgumentHelp("Names or numbers of built-in scenarios.", valueName: "id"))
    var ids: [String] = []

    /// Whether all built-in scenarios run.
    @Flag(help: "Run all built-in scenarios.")
    var all = false

    /// The scenario files.
    @Option(help: ArgumentHelp("A scenario file; may be given several times.", valueName: "file"))
    var file: [String] = []

    /// The path of the JUnit report.
    @Option(help: ArgumentHelp("Write a JUnit report.", valueName: "file"))
    var junit: String?

    /// Whether the timelines of passed scenarios are printed.
    @Flag(help: "Print the timelines of passed scenarios too, which is the default for a single one.")
    var timeline = false

    /// The options of the world and of a server under test.
    @OptionGroup var world: ScenarioWorldOptions

    /// Requires at least one scenario.
    func validate() throws {
        if self.ids.isEmpty, self.file.isEmpty, !self.all {
            throw ValidationError(
                "Name scenarios, or use --file or --all. To list them: purser simulate scenario list"
            )
        }
    }

    /// Runs the scenarios.
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
                StandardStream.error.write(line: "\(junit): cannot be written. Choose a path that you may write to.")
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

/// The options of commands that run scenarios: the world's seed and app, and a server under test.
struct ScenarioWorldOptions: ParsableArguments {
    /// The seed of all random choices.
    @Option(help: "The seed; the same seed produces the same payloads.")
    var seed: UInt64 = 1

    /// The bundle id.
    @Option(name: .customLong("bundle-id"), help: ArgumentHelp("The app's bundle id.", valueName: "id"))
    var bundleID = "com.example.shop"

    /// The app's Apple ID.
    @Option(name: .customLong("app-apple-id"), help: ArgumentHelp("The app's Apple ID.", valueName: "n"))
    var appAppleID: Int64 = 1_234_567_890

    /// The URL of a server under test.
    @Option(help: ArgumentHelp("Also post every notification to a server under test.", valueName: "url"))
    var notify: String?

    /// The path of the root certificate.
    @Option(
        help: ArgumentHelp("Write the root certificate (DER) that a server under test must trust.", valueName: "file")
    )
    var root: String?

    /// An example of a server's URL for notifications.
    static let example = "http://127.0.0.1:8080/apple/shop/notifications"

    /// Validates the URL.
    func validate() throws {
        if let notify { try WebAddress.require(notify, option: "--notify", example: Self.example) }
    }

    /// Passes a runner to a closure; the runner posts to the server under test, if there is one, and its HTTP client is
    /// shut down afterwards.
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

    /// Writes the root certificate of the first of some scenarios.
    ///
    /// The root's name and key follow from the seed, so that it verifies the data of all of them.
    func writeRoot(for scenarios: [Scenario], _ runner: ScenarioRunner) throws {
        guard let path = self.root, let first = scenarios.first else { return }
        try RootFile.write(try runner.root(for: first), to: path)
    }
}
