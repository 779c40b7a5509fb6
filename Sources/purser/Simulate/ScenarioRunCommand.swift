import AppStoreSimulator
import ArgumentParser
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
