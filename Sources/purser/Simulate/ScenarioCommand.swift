import AppStore
import AppStoreSimulator
import ArgumentParser
import Foundation
import PurserService

/// `purser simulate scenario`: runs scenarios, which check the notifications of the App Store.
struct ScenarioCommand: AsyncParsableCommand {
    /// The command's name and help.
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Run scenarios of the App Store, built in or your own, and check their notifications.",
        discussion: """
            Example:
              purser simulate scenario list
              purser simulate scenario run refund-declined 45
              purser simulate scenario run --all --junit scenarios.xml
              purser simulate scenario show refund-declined > mine.json
              purser simulate scenario run --file mine.json
            """,
        subcommands: [ScenarioListCommand.self, ScenarioRunCommand.self, ScenarioShowCommand.self]
    )
}

/// `purser simulate scenario list`: lists the built-in scenarios.
struct ScenarioListCommand: ParsableCommand {
    /// The command's name and help.
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the built-in scenarios.",
        discussion: """
            Example:
              purser simulate scenario list --json
            """
    )

    /// Whether the output is JSON.
    @Flag(help: "One JSON object a line.")
    var json = false

    /// Lists the scenarios.
    func run() {
        Self.listing.write(Scenario.builtInHeadings.map(Self.json), isJSON: self.json)
    }

    private static let listing = Listing(
        none: "No scenario is built in. To run your own: purser simulate scenario run --file FILE",
        [
            Listing.Column("NUMBER", of: "number", none: "-", isNumber: true), Listing.Column("SCENARIO", of: "id"),
            Listing.Column("TITLE", of: "title"),
        ]
    )

    private static func json(of scenario: Scenario.Heading) -> JSONValue {
        .object([
            JSONMember(key: "id", value: .string(scenario.id)),
            JSONMember(key: "number", value: scenario.number.map { .number("\($0)") } ?? .null),
            JSONMember(key: "title", value: .string(scenario.title)),
            JSONMember(key: "confidence", value: .array(scenario.confidence.map { .string($0.rawValue) })),
            JSONMember(key: "profile", value: .string(scenario.setup.profile.rawValue)),
            JSONMember(key: "steps", value: .number("\(scenario.stepCount)")),
        ])
    }
}

/// `purser simulate scenario show`: prints a built-in scenario as a file, to read or to start from.
struct ScenarioShowCommand: ParsableCommand {
    /// The command's name and help.
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a built-in scenario as a file.",
        discussion: """
            Example:
              purser simulate scenario show grace-recovered > mine.json
            """
    )

    /// The scenario or notification.
    @Argument(help: ArgumentHelp("The scenario's name or number.", valueName: "id"))
    var id: String

    /// Prints the scenario.
    func run() throws {
        guard let scenario = try ScenarioSelection.builtIn(self.id).first else { return }
        let text = String(decoding: ScenarioFile([scenario]).json(), as: UTF8.self)
        StandardStream.output.write(line: String(text.dropLast()))
    }
}

/// The selection of scenarios in commands.
enum ScenarioSelection {
    /// Returns the built-in scenarios of a name or number; exits with a usage error when there is none.
    static func builtIn(_ id: String) throws -> [Scenario] {
        let found = Scenario.builtIn(id)
        guard found.isEmpty else { return found }
        let nearest = Spelling.nearest(to: id, among: Scenario.builtInHeadings.map(\.id))
        let remedy = nearest.map { "Did you mean \($0)?" } ?? "See: purser simulate scenario list"
        StandardStream.error.write(line: "\(id): there is no such scenario. \(remedy)")
        throw ExitStatus.wrongUsage.error
    }

    /// Returns the scenarios of a file; exits with 69 when it cannot be read, and with 65 when it is invalid.
    static func file(_ path: String) throws -> [Scenario] {
        guard let data = FileManager.default.contents(atPath: path) else {
            StandardStream.error.write(line: "\(path): cannot be read. Name a scenario file.")
            throw ExitStatus.unavailable.error
        }
        do throws(CatalogError) {
            return try ScenarioFile(Array(data), file: path).scenarios
        } catch {
            StandardStream.error.write(line: error.description)
            throw ExitStatus.badData.error
        }
    }
}
