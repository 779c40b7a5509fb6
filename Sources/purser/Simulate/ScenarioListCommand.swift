import AppStore
import AppStoreSimulator
import ArgumentParser

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
