import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct ScenarioBuiltInTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test("Every built-in scenario passes with every seed", arguments: [1, 2, 3] as [UInt64])
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

    @Test(
        "Every built-in file can be read, and is what is written of it, byte for byte",
        arguments: ScenarioFile.builtIn.map(\.name)
    )
    func files(name: String) throws {
        let bytes = try #require(ScenarioFile.builtIn.first { $0.name == name }?.bytes)
        let file = try ScenarioFile(bytes, file: name)
        let written = String(decoding: file.json(), as: UTF8.self).split(separator: "\n")
        let read = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let different = zip(written, read).enumerated().first { $0.element.0 != $0.element.1 }
        let difference = different.map { "\(name):\($0.offset + 1) would be written: \($0.element.0)" }
        #expect(difference == nil)
        let isSame = file.json() == bytes
        #expect(isSame, "\(name)")
    }

    @Test("Every file of the folder is in the program, none is left out, and all headings are those of the scenarios")
    func folder() throws {
        let folder = Self.root.appending(path: "Sources/CBuiltInScenarios/Scenarios")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        #expect(names.sorted() == ScenarioFile.builtIn.map(\.name).sorted())
        for (name, bytes) in ScenarioFile.builtIn {
            let isSame = try Array(Data(contentsOf: folder.appending(path: name))) == bytes
            #expect(isSame, "\(name) was not built in again")
        }
        let read = try ScenarioFile.builtIn.flatMap { try ScenarioFile($0.bytes, file: $0.name).scenarios }
        let isWhole = Set(read) == Set(Scenario.builtIn) && read.count == Scenario.builtIn.count
        #expect(isWhole)
        #expect(Scenario.builtInHeadings.count == Scenario.builtIn.count)
        for (heading, scenario) in zip(Scenario.builtInHeadings, Scenario.builtIn) {
            #expect(heading.id == scenario.id && heading.number == scenario.number && heading.title == scenario.title)
            #expect(heading.confidence == scenario.confidence && heading.setup == scenario.setup, "\(scenario.id)")
            #expect(heading.stepCount == scenario.steps.count, "\(scenario.id)")
            #expect(Scenario.builtIn(scenario.id) == [scenario])
        }
        let numbers = Scenario.builtInHeadings.map { $0.number ?? Int.max }
        #expect(numbers == numbers.sorted())
    }

    @Test("All 112 numbers of the catalog are there, and so is version 1")
    func complete() {
        #expect(Set(Scenario.builtIn.compactMap(\.number)) == Set(1...112))
        #expect(Set(Scenario.builtIn.map(\.id)).count == Scenario.builtIn.count)
        #expect(Scenario.builtIn.last?.id == "version-1-twins")
        #expect(Scenario.builtIn.count == 135, "The pages and the README say how many there are.")
        for scenario in Scenario.builtIn {
            #expect(!scenario.steps.isEmpty, "\(scenario.id)")
            #expect(Set(scenario.steps.map(\.name)).count == scenario.steps.count, "\(scenario.id)")
            #expect(!scenario.confidence.isEmpty, "\(scenario.id)")
        }
    }

    @Test("The page lists every scenario, with its number, title and confidence")
    func documented() throws {
        let page = Self.root.appendingPathComponent("docs/reference/simulator-scenarios.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").map(String.init)
        for scenario in Scenario.builtIn {
            let number = scenario.number.map { String($0) } ?? ""
            let confidence = scenario.confidence.map(\.rawValue).joined(separator: ", ")
            let row = "| \(number) | `\(scenario.id)` | \(scenario.title) | \(confidence) |"
            #expect(rows.contains(row), "\(row)")
        }
    }
}
