import AppStore
import AppStoreSimulator
import Testing

@Suite struct ScenarioFileTests {
    @Test("Every built-in scenario by itself is the same when it was written and read")
    func roundTrip() throws {
        for scenario in Scenario.builtIn {
            let text = ScenarioFile([scenario]).json()
            #expect(try ScenarioFile(text, file: scenario.id).scenarios == [scenario], "\(scenario.id)")
        }
    }

    @Test("Every part of a file survives: setup, catalog, notes, answers, arrivals, rejections, calls")
    func wholeFile() throws {
        var action = WorldAction(.addFault)
        var fault = WorldFault(.corrupt)
        fault.count = 2
        fault.defect = "foreignRoot"
        action.fault = fault
        var step = ScenarioStep(.action(action), name: "bad")
        step.note = "Why it is so."
        step.expected = ["@bob DID_RENEW/- x3", ["EXPIRED/-", "EXPIRED/VOLUNTARY|EXPIRED/BILLING_RETRY"]]
        step.received = []
        step.receiver = [.answered(status: 500), .failed(.timedOut)]
        step.rejection = "chain_root_not_trusted"
        step.failure = "extension_refused:4030005"
        step.assertions = [
            ScenarioAssertion("*.data.status", 5), ScenarioAssertion("#2.transaction.price", nil),
            ScenarioAssertion("response", ["list": [1, true, "text"]]),
        ]
        var call = ScenarioStep(.call(ScenarioCall("PUT", "/a/$bad.identifier", status: 403)))
        call.name = "ask"
        let scenario = Scenario(
            id: "all-of-it",
            number: 7,
            title: "Quotes \" and more: ü",
            confidence: [.documented, .inferred],
            setup: ScenarioSetup(
                profile: .sandbox3m,
                start: Timestamp(milliseconds: 1_700_000_000_123),
                switches: ["announcesRenewalLimit": .flag(false), "earlyCharge": .milliseconds(5)],
                catalog: RichShop.catalog
            ),
            steps: [step, call]
        )
        #expect(try ScenarioFile(ScenarioFile([scenario]).json(), file: "x").scenarios == [scenario])
        let two = [
            scenario, Scenario(id: "other", title: "Other", steps: [ScenarioStep(.action(WorldAction(.clearFaults)))]),
        ]
        #expect(try ScenarioFile(ScenarioFile(two).json(), file: "x").scenarios == two)
    }

    @Test("A value that fits is on one line; otherwise its parts are below each other")
    func layout() throws {
        let text = """
            [
            {
              "scenario": "one",
              "title": "One",
              "profile": "production",
              "start": "2026-01-15T09:00:00Z",
              "steps": [
                { "as": "advance", "action": "advance", "by": "P1M" }
              ]
            },
            {
              "scenario": "two",
              "title": "Two",
              "profile": "sandbox-5m",
              "start": "2026-01-15T09:00:00Z",
              "switches": { "announcesRenewalLimit": false, "earlyCharge": 5 },
              "steps": [
                { "note": "She buys.", "as": "buy", "action": "buy", "customer": "anna", "product": "pro.monthly",
                  "expect": ["SUBSCRIBED/INITIAL_BUY"],
                  "assertions": { "transaction.transactionId": "$buy.transactionId", "transaction.price": 10000,
                                  "transaction.purchaseDate": "2026-01-15T09:00:00Z", "transaction.offerType": null } },
                { "as": "advance", "action": "advance", "by": "P1M", "received": [] }
              ]
            }
            ]

            """
        let file = try ScenarioFile(Array(text.utf8), file: "s")
        #expect(String(decoding: file.json(), as: UTF8.self) == text)
    }

    @Test("Steps without a name are named after what they do")
    func names() throws {
        let text = """
            { "scenario": "s", "steps": [
              { "action": "advance", "by": "P1D" },
              { "as": "advance3", "action": "advance", "by": "P1D" },
              { "action": "advance", "by": "P1D" },
              { "call": "POST /inApps/v1/notifications/test", "expect": ["TEST/-"] }
            ] }
            """
        let scenario = try #require(try ScenarioFile(Array(text.utf8), file: "s").scenarios.first)
        #expect(scenario.steps.map(\.name) == ["advance", "advance3", "advance2", "call"])
    }

    @Test(
        "A mistake in a step is named with its line, its key and the nearest that is right",
        arguments: ScenarioFileMistake.inSteps
    )
    func mistakes(mistake: ScenarioFileMistake) {
        let text = "{ \"scenario\": \"s\",\n  \"steps\": [\n    \(mistake.text)\n] }"
        #expect(Self.messages(text) == [mistake.message])
    }

    @Test(
        "A mistake in the rest of a file is named too",
        arguments: ScenarioFileMistake.elsewhere
    )
    func otherMistakes(mistake: ScenarioFileMistake) {
        #expect(Self.messages(mistake.text) == [mistake.message])
    }

    @Test("Several mistakes are reported together")
    func several() {
        let text = """
            { "scenario": "s", "steps": [
              { "action": "bye" },
              { "action": "advance", "by": "P1M", "expect": ["NOTHING"] }
            ] }
            """
        #expect(Self.messages(text).count == 2)
    }

    private static func messages(_ text: String) -> [String] {
        do throws(CatalogError) {
            _ = try ScenarioFile(Array(text.utf8), file: "mine.json")
            return []
        } catch {
            return error.issues.map(\.description)
        }
    }
}
