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
        for scenario in Scenario.builtIn {
            StandardStream.output.write(line: self.json ? Self.json(of: scenario) : Self.line(of: scenario))
        }
    }

    private static func line(of scenario: Scenario) -> String {
        let number = scenario.number.map { String($0) } ?? "-"
        let space = String(repeating: " ", count: max(4 - number.utf8.count, 1))
        return "\(number)\(space)\(scenario.id): \(scenario.title)"
    }

    private static func json(of scenario: Scenario) -> String {
        let members = [
            JSONMember(key: "id", value: .string(scenario.id)),
            JSONMember(key: "number", value: scenario.number.map { .number("\($0)") } ?? .null),
            JSONMember(key: "title", value: .string(scenario.title)),
            JSONMember(key: "confidence", value: .array(scenario.confidence.map { .string($0.rawValue) })),
            JSONMember(key: "profile", value: .string(scenario.setup.profile.rawValue)),
            JSONMember(key: "steps", value: .number("\(scenario.steps.count)")),
        ]
        return String(decoding: JSONValue.object(members).json(), as: UTF8.self)
    }
}
