import AppStore
import AppStoreSimulator
import ArgumentParser
import Foundation
import PurserService

/// `purser simulate scenario`: stories of the App Store that assert what must be told.
struct ScenarioCommand: AsyncParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Play stories of the App Store that say what must be told, built in or your own.",
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

/// `purser simulate scenario list`: what can be played.
struct ScenarioListCommand: ParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the built-in scenarios.",
        discussion: """
            Example:
              purser simulate scenario list --json
            """
    )

    /// Whether programs read it.
    @Flag(help: "One JSON object a line.")
    var json = false

    /// Lists them.
    func run() {
        Self.listing.write(Scenario.builtInHeadings.map(Self.json), isJSON: self.json)
    }

    private static let listing = Listing(
        none: "No scenario is built in. To play one of your own: purser simulate scenario run --file FILE",
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

/// `purser simulate scenario show`: a built-in scenario as a file, to read or to begin one's own with.
struct ScenarioShowCommand: ParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a built-in scenario as a file.",
        discussion: """
            Example:
              purser simulate scenario show grace-recovered > mine.json
            """
    )

    /// Which.
    @Argument(help: ArgumentHelp("The scenario's name or number.", valueName: "id"))
    var id: String

    /// Prints it.
    func run() throws {
        guard let scenario = try ScenarioSelection.builtIn(self.id).first else { return }
        let text = String(decoding: ScenarioFile([scenario]).json(), as: UTF8.self)
        StandardStream.output.write(line: String(text.dropLast()))
    }
}

/// Which scenarios a command is about.
enum ScenarioSelection {
    /// The built-in scenarios of a name or number; ends with wrong usage when there is none.
    static func builtIn(_ id: String) throws -> [Scenario] {
        let found = Scenario.builtIn(id)
        guard found.isEmpty else { return found }
        let nearest = Spelling.nearest(to: id, among: Scenario.builtInHeadings.map(\.id))
        let remedy = nearest.map { "Did you mean \($0)?" } ?? "See: purser simulate scenario list"
        StandardStream.error.write(line: "\(id): there is no such scenario. \(remedy)")
        throw ExitStatus.wrongUsage.error
    }

    /// The scenarios of a file; ends with 69 when it cannot be read, and with 65 when it cannot be used.
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
