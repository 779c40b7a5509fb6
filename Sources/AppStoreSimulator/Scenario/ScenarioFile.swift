import AppStore

/// A scenario as a JSON file, for one's own.
///
/// The format is described in `docs/reference/simulator-scenarios.md`. Reading is strict: a key, verb or notification that
/// does not exist is a mistake, named with its line and the nearest that does.
public struct ScenarioFile: Hashable, Sendable {
    /// The scenario.
    public let scenario: Scenario

    /// A file of this scenario.
    public init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    /// Reads a file; `name` is how messages name it.
    ///
    /// Throws every mistake at once.
    public init(_ bytes: [UInt8], file name: String) throws(CatalogueError) {
        var reading = ScenarioReading(file: name)
        let scenario = reading.read(try CatalogueNode(bytes, file: name))
        try reading.notes.requireNone()
        guard let scenario else {
            throw CatalogueError([
                CatalogueFinding(file: name, problem: "is no scenario", remedy: "Write an object with steps.")
            ])
        }
        self.scenario = scenario
    }

    /// The keys of a file, in the order in which they are written.
    static let keys = [
        "scenario", "number", "title", "confidence", "profile", "start", "switches", "catalogue", "steps",
    ]

    /// The keys of a step that are no fields of its action.
    static let stepKeys = [
        "as", "action", "call", "body", "status", "expect", "fails", "facts", "receiver", "received", "rejected",
    ]
}
