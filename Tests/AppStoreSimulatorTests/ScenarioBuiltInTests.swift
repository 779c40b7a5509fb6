import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct ScenarioBuiltInTests {
    @Test("Every built-in scenario passes, whatever the seed", arguments: [1, 2, 3] as [UInt64])
    func allPass(seed: UInt64) async {
        let runner = ScenarioRunner(seed: seed)
        for scenario in Scenario.builtIn {
            let report = await runner.run(scenario)
            guard case .failed(let step, let complaints) = report.outcome else { continue }
            let timeline = report.timelineText.joined(separator: "\n")
            Issue.record(
                """
                seed \(seed), \(scenario.number ?? 0) \(scenario.id), step \(step): \
                \(complaints.joined(separator: "; "))
                \(timeline)
                """
            )
        }
    }

    @Test("All 112 numbers of the catalogue are there, and so is version 1")
    func complete() {
        #expect(Set(Scenario.builtIn.compactMap(\.number)) == Set(1...112))
        #expect(Set(Scenario.builtIn.map(\.id)).count == Scenario.builtIn.count)
        #expect(Scenario.builtIn.last?.id == "version-1-twins")
        #expect(Scenario.builtIn.count == 119, "The pages and the README say how many there are.")
        for scenario in Scenario.builtIn {
            #expect(!scenario.steps.isEmpty, "\(scenario.id)")
            #expect(Set(scenario.steps.map(\.name)).count == scenario.steps.count, "\(scenario.id)")
            #expect(!scenario.confidence.isEmpty, "\(scenario.id)")
        }
    }

    @Test("The page lists every scenario, with its number, title and confidence")
    func documented() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = root.appendingPathComponent("docs/reference/simulator-scenarios.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(String.init)
        for scenario in Scenario.builtIn {
            let number = scenario.number.map { String($0) } ?? ""
            let confidence = scenario.confidence.map(\.rawValue).joined(separator: ", ")
            let row = "| \(number) | `\(scenario.id)` | \(scenario.title) | \(confidence) |"
            #expect(rows.contains(row), "\(row)")
        }
    }
}
