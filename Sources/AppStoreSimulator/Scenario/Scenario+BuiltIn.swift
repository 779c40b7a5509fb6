import AppStore
import CBuiltInScenarios

extension Scenario {
    /// Every scenario of the catalog, in the order of its numbers, and those without one.
    ///
    /// They follow the catalog of server notification sequences that `docs/reference/simulator-scenarios.md` prints,
    /// and are files of the form described there, in `Sources/CBuiltInScenarios/Scenarios`. All their steps are read
    /// the first time, which takes some fifty milliseconds.
    public static let builtIn: [Scenario] = BuiltInScenario.all.compactMap(\.scenario)

    /// What the built-in scenarios say before their steps, in the order of ``builtIn``; their steps are not read for
    /// it.
    public static let builtInHeadings: [Heading] = BuiltInScenario.all.map(\.heading)

    /// The built-in scenarios of a name, or of a number of the catalog.
    public static func builtIn(_ idOrNumber: String) -> [Scenario] {
        BuiltInScenario.all.filter { built in
            built.heading.id == idOrNumber || built.heading.number.map { String($0) } == idOrNumber
        }.compactMap(\.scenario)
    }
}

extension ScenarioFile {
    /// The files of the built-in scenarios with their names, as the compiler put them into the program.
    package static let builtIn: [(name: String, bytes: [UInt8])] = {
        var count = 0
        let files = unsafe builtInScenarioFiles(&count)
        return unsafe UnsafeBufferPointer(start: files, count: count).map { file in
            unsafe (
                String(cString: file.name),
                Array(UnsafeBufferPointer(start: file.bytes, count: file.byteCount))
            )
        }
    }()
}

/// A built-in scenario in its file, whose steps are read when they are asked for.
///
/// The tests read every file strictly; what could not be read nevertheless would only be left out.
private struct BuiltInScenario: Sendable {
    /// What it says before its steps.
    let heading: Scenario.Heading
    private let node: CatalogNode
    private let file: String

    /// All of them, in the order of their numbers, and behind them those without one in the order of the files.
    static let all: [BuiltInScenario] = ScenarioFile.builtIn.flatMap { name, bytes in
        Self.scenarios(of: bytes, file: name)
    }.enumerated().sorted { left, right in
        let numbers = (left.element.heading.number ?? Int.max, right.element.heading.number ?? Int.max)
        return (numbers.0, left.offset) < (numbers.1, right.offset)
    }.map(\.element)

    private static func scenarios(of bytes: [UInt8], file: String) -> [BuiltInScenario] {
        guard let node = try? CatalogNode(bytes, file: file) else { return [] }
        return (node.elements ?? [node]).compactMap { node in
            var reading = ScenarioReader(file: file)
            return reading.heading(of: node).map { BuiltInScenario(heading: $0, node: node, file: file) }
        }
    }

    /// The scenario with its steps.
    var scenario: Scenario? {
        var reading = ScenarioReader(file: self.file)
        let scenario = reading.scenario(self.node)
        return reading.notes.mistakes.isEmpty ? scenario : nil
    }
}
