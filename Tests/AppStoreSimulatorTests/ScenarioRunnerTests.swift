import AppStore
import AppStoreSimulator
import Synchronization
import Testing

@Suite struct ScenarioRunnerTests {
    /// Anna buys and a month goes by; `expect` and `assertions` are what is claimed of the renewal.
    private static func file(
        _ expect: String = "[\"DID_RENEW/-\"]",
        assertions: String = "{}",
        more: String = ""
    ) throws -> Scenario {
        let text = """
            {
              "scenario": "mine",
              "steps": [
                { "action": "buy", "customer": "anna", "product": "pro.monthly", "expect": ["SUBSCRIBED/INITIAL_BUY"] },
                { "action": "advance", "by": "P1M", "expect": \(expect), "assertions": \(assertions) }\(more)
              ]
            }
            """
        return try #require(try ScenarioFile(Array(text.utf8), file: "mine.json").scenarios.first)
    }

    private static func complaints(_ scenario: Scenario) async -> [String] {
        guard case .failed(_, let complaints) = await ScenarioRunner().run(scenario).outcome else { return [] }
        return complaints
    }

    @Test(
        "Expected notifications pass, in each format of expectations",
        arguments: [
            "[\"DID_RENEW/-\"]", "[\"@anna DID_RENEW/-\"]", "[\"DID_RENEW/- x1\"]", "[\"EXPIRED/-|DID_RENEW/-\"]",
            "[[\"DID_RENEW/-\"]]",
        ]
    )
    func right(expect: String) async throws {
        #expect(await Self.complaints(try Self.file(expect)) == [])
    }

    @Test(
        "Missing, additional and different notifications fail, and the failure names both",
        arguments: [
            ("[]", "must have sent nothing; sent @anna DID_RENEW/-"),
            ("[\"DID_RENEW/- x2\"]", "must have sent DID_RENEW/- x2; sent @anna DID_RENEW/-"),
            ("[\"@ben DID_RENEW/-\"]", "must have sent @ben DID_RENEW/-; sent @anna DID_RENEW/-"),
            ("[\"DID_RENEW/BILLING_RECOVERY\"]", "must have sent DID_RENEW/BILLING_RECOVERY; sent @anna DID_RENEW/-"),
            (
                "[[\"DID_RENEW/-\", \"EXPIRED/-\"]]",
                "must have sent {DID_RENEW/-, EXPIRED/-}; sent @anna DID_RENEW/-"
            ),
        ]
    )
    func wrong(expect: String, complaint: String) async throws {
        #expect(await Self.complaints(try Self.file(expect)) == [complaint])
    }

    @Test(
        "Assertions that hold pass",
        arguments: [
            "{\"transaction.price\": 10000}", "{\"transaction.purchaseDate\": \"2026-02-15T09:00:00Z\"}",
            "{\"transaction.originalTransactionId\": \"$buy.transactionId\"}", "{\"transaction.offerType\": null}",
            "{\"transaction.transactionId\": \"*\"}", "{\"#1.renewal.autoRenewStatus\": 1}", "{\"*.data.status\": 1}",
            "{\"delivery.results\": [\"SUCCESS\"]}", "{\"certificate.leaf\": \"good\"}", "{\"answer.purchases\": 0}",
        ]
    )
    func rightFacts(assertions: String) async throws {
        #expect(await Self.complaints(try Self.file(assertions: assertions)) == [])
    }

    @Test(
        "Assertions that do not hold fail",
        arguments: [
            ("{\"transaction.price\": 9999}", "transaction.price must be 9999, is 10000"),
            (
                "{\"transaction.purchaseDate\": \"2026-02-15T09:00:01Z\"}",
                "transaction.purchaseDate must be \"2026-02-15T09:00:01Z\", is 1771146000000"
            ),
            ("{\"transaction.price\": null}", "transaction.price must be absent, is 10000"),
            ("{\"transaction.offerType\": \"*\"}", "transaction.offerType must be \"*\", is absent"),
            ("{\"#2.data.status\": 1}", "#2.data.status: there is no such notification"),
            ("{\"data.status\": \"1\"}", "data.status must be \"1\", is 1"),
        ]
    )
    func wrongFacts(assertions: String, complaint: String) async throws {
        #expect(await Self.complaints(try Self.file(assertions: assertions)) == [complaint])
    }

    @Test(
        "A refusal that is expected passes; none, another or an unexpected one fails",
        arguments: [
            (
                ", { \"action\": \"reenable\", \"customer\": \"anna\", \"product\": \"pro.monthly\", \"fails\": \"already_renewing\" }",
                ""
            ),
            (
                ", { \"action\": \"reenable\", \"customer\": \"anna\", \"product\": \"pro.monthly\", \"fails\": \"not_subscribed\" }",
                "must be refused with not_subscribed, was with already_renewing"
            ),
            (
                ", { \"action\": \"reenable\", \"customer\": \"anna\", \"product\": \"pro.monthly\" }",
                "was refused with already_renewing: Auto-renew is on already."
            ),
            (
                ", { \"action\": \"repairCard\", \"customer\": \"anna\", \"fails\": \"unknown_customer\" }",
                "must be refused with unknown_customer, and was not"
            ),
        ]
    )
    func refusals(more: String, complaint: String) async throws {
        #expect(await Self.complaints(try Self.file(more: more)) == (complaint.isEmpty ? [] : [complaint]))
    }

    @Test("Every built-in scenario notices when its last expectation is another")
    func negative() async throws {
        let runner = ScenarioRunner()
        for scenario in Scenario.builtIn {
            guard let index = scenario.steps.lastIndex(where: { !$0.expected.isEmpty }) else { continue }
            var steps = scenario.steps
            steps[index].expected[steps[index].expected.count - 1] = "METADATA_UPDATE/-"
            let wrong = Scenario(id: scenario.id, title: scenario.title, setup: scenario.setup, steps: steps)
            let report = await runner.run(wrong)
            guard case .failed(let step, _) = report.outcome else {
                Issue.record("\(scenario.id) passes with a wrong expectation")
                continue
            }
            #expect(step == steps[index].name, "\(scenario.id)")
        }
    }

    @Test("The timeline contains instants, actions and notifications")
    func timeline() async throws {
        let report = await ScenarioRunner().run(try Self.file())
        #expect(report.timelineText.first == "2026-01-15T09:00:00Z  buy anna pro.monthly")
        #expect(report.timelineText[1] == "2026-01-15T09:00:00Z    -> @anna SUBSCRIBED/INITIAL_BUY")
        #expect(report.timelineText[2] == "2026-01-15T09:00:00Z  advance P1M")
        #expect(report.timelineText.count == 4)
    }

    @Test("A server under test receives everything in its order, and fails the scenario when it refuses")
    func forwarding() async throws {
        let heard = Mutex<[String]>([])
        var runner = ScenarioRunner()
        runner.forwarding = { notification in
            heard.withLock { $0.append(notification.name) }
            return .answered(status: 200)
        }
        let scenario = try Self.file()
        #expect(await runner.run(scenario).hasPassed)
        #expect(heard.withLock { $0 } == ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW/-"])
        runner.forwarding = { _ in .answered(status: 400) }
        guard case .failed(let step, let complaints) = await runner.run(scenario).outcome else {
            Issue.record("a refusal is not noticed")
            return
        }
        #expect(step == "buy")
        #expect(complaints.contains("the server under test answered @anna SUBSCRIBED/INITIAL_BUY with 400"))
    }

    @Test("A server under test that does not listen has answered nothing")
    func closedPort() async throws {
        var runner = ScenarioRunner()
        runner.forwarding = { _ in .failed(.socketIssue) }
        let report = await runner.run(try Self.file())
        guard case .failed(_, let complaints) = report.outcome else {
            Issue.record("a closed port is not noticed")
            return
        }
        let name = "@anna SUBSCRIBED/INITIAL_BUY"
        #expect(
            complaints.contains(
                "the server under test did not answer \(name) (SOCKET_ISSUE): check that it runs, and the address"
            ),
            "\(complaints)"
        )
        #expect(report.timelineText.contains { $0.contains("not answered (SOCKET_ISSUE)") })
        #expect(!complaints.joined().contains("test answered"))
    }

    @Test("Ids differ between scenarios and worlds of the same seed, which share a root")
    func identifiers() async throws {
        let world = try World(
            seed: 1,
            startingAt: ScenarioSetup.defaultStart,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, profile: .production),
            catalog: ScenarioShop.catalog
        )
        try world.perform(.buy("pro.monthly", by: "anna"))
        try world.perform(.advance(by: "P1Y"))
        var known = Self.identifiers(of: world.notifications(from: 0))
        #expect(known.count > 12)
        for scenario in Scenario.builtIn.prefix(24) {
            let heard = Mutex<[WorldNotification]>([])
            var runner = ScenarioRunner(seed: 1)
            #expect(try runner.root(for: scenario) == world.certificates.root)
            runner.forwarding = { notification in
                heard.withLock { $0.append(notification) }
                return .answered(status: 200)
            }
            _ = await runner.run(scenario)
            let own = Self.identifiers(of: heard.withLock { $0 })
            #expect(known.isDisjoint(with: own), "\(scenario.id)")
            known.formUnion(own)
        }
    }

    private static func identifiers(of notifications: [WorldNotification]) -> Set<String> {
        Set(notifications.map(\.uuid)).union(notifications.compactMap(\.transactionId))
    }

    @Test("A server under test must not accept forged notifications")
    func forged() async throws {
        var runner = ScenarioRunner()
        runner.forwarding = { _ in .answered(status: 200) }
        let scenario = try #require(Scenario.builtIn("bad-crypto").first)
        guard case .failed(_, let complaints) = await runner.run(scenario).outcome else {
            Issue.record("a credulous server is not noticed")
            return
        }
        #expect(complaints.first == "the server under test took @anna ONE_TIME_CHARGE/-, which is not genuine")
    }

    @Test("A world that cannot be made fails the scenario, not the program")
    func setup() async {
        let twice = WorldCatalog([
            .consumable("coins", price: Shop.dollars(1)), .consumable("coins", price: Shop.dollars(2)),
        ])
        let scenario = Scenario(
            id: "twice",
            title: "",
            setup: ScenarioSetup(catalog: twice),
            steps: [ScenarioStep(.action(WorldAction(.clearFaults)))]
        )
        #expect(
            await ScenarioRunner().run(scenario).outcome
                == .failed(step: "setup", complaints: ["The identifier coins is used twice."])
        )
    }
}
