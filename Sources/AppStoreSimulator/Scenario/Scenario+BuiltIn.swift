import AppStore
import CBuiltInScenarios

extension Scenario {
    /// All built-in scenarios, in the order of their numbers, followed by those without a number.
    ///
    /// They follow the catalog of server notification sequences in `docs/reference/simulator-scenarios.md`, and are
    /// files of the format described there, in `Sources/CBuiltInScenarios/Scenarios`. The first access parses all their
    /// steps, which takes about fifty milliseconds.
    public static let builtIn: [Scenario] = BuiltInScenario.all.compactMap(\.scenario)

    /// The headings of the built-in scenarios, in the order of ``builtIn``; reading them does not parse the steps.
    public static let builtInHeadings: [Heading] = BuiltInScenario.all.map(\.heading)

    /// Returns the built-in scenarios with a name, or with a number of the catalog.
    public static func builtIn(_ idOrNumber: String) -> [Scenario] {
        BuiltInScenario.all.filter { built in
            built.heading.id == idOrNumber || built.heading.number.map { String($0) } == idOrNumber
        }.compactMap(\.scenario)
    }
}

extension ScenarioFile {
    /// The files of the built-in scenarios with their names, as the compiler embedded them into the program.
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

/// A built-in scenario in its file, whose steps are parsed on first use.
///
/// The tests parse every file strictly; a scenario that cannot be parsed is omitted.
private struct BuiltInScenario: Sendable {
    /// The heading.
    let heading: Scenario.Heading
    private let node: CatalogNode
    private let file: String

    /// All built-in scenarios, in the order of their numbers, followed by those without a number in the order of the
    /// files.
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
