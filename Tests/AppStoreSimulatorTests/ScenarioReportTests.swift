import AppStore
import AppStoreSimulator
import Testing

@Suite struct ScenarioReportTests {
    @Test("A JUnit document is XML and counts what passed and failed")
    func junit() async throws {
        var odd = ScenarioStep(.action(WorldAction(.clearFaults)), name: "odd")
        odd.expected = ["TEST/-"]
        let failing = Scenario(id: "odd", title: "Odd <&\"'> \u{1} title", steps: [odd])
        let runner = ScenarioRunner()
        var reports: [(ScenarioReport, Double)] = []
        for scenario in [Scenario.builtIn[0], failing] {
            reports.append((await runner.run(scenario), 0.25))
        }
        let document = ScenarioReport.junit(reports)
        let reader = try XMLText(document)
        #expect(
            reader.elements.map(\.name) == [
                "testsuites", "testsuite", "testcase", "testcase", "failure",
            ]
        )
        let suite = reader.elements[1].attributes
        #expect(suite["tests"] == "2" && suite["failures"] == "1" && suite["skipped"] == "0")
        #expect(suite["time"] == "0.500" && reader.elements[2].attributes["time"] == "0.250")
        #expect(reader.elements[3].attributes["name"] == "odd: Odd <&\"'> \u{FFFD} title")
        #expect(reader.elements[4].attributes["message"] == "step odd: must have sent TEST/-; sent nothing")
        #expect(reader.text.contains("2026-01-15T09:00:00Z  clearFaults"))
    }
}
