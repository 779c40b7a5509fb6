import AppStore
import AppStoreSimulator
import Testing

@Suite struct ScenarioTriggerTests {
    @Test("Every notification that Apple sends is caused by real steps", arguments: ScenarioTrigger.names)
    func caused(name: String) async throws {
        let trigger = try ScenarioTrigger(name)
        let report = await ScenarioRunner(seed: 4).run(trigger.scenario)
        #expect(report.hasPassed)
        let caused = try #require(report.caused.last { $0.name == trigger.name })
        let parts = name.split(separator: "/").map(String.init)
        #expect(caused.decodedPayload["notificationType"] == .string(parts[0]))
        #expect(caused.decodedPayload["subtype"] == (parts[1] == "-" ? nil : .string(parts[1])))
        #expect(trigger.scenario.steps.count <= 6)
        if let transaction = caused.decodedPayload["data"]?["signedTransactionInfo"] {
            guard case .object = transaction else {
                Issue.record("\(name): the transaction is not decoded")
                return
            }
        }
    }

    @Test(
        "A type alone is the one without subtype, or the only one",
        arguments: [
            ("refund", "REFUND/-"), ("DID_RENEW", "DID_RENEW/-"), ("gracePeriod", ""),
            ("grace_period_expired", "GRACE_PERIOD_EXPIRED/-"),
            ("did_renew/billing_recovery", "DID_RENEW/BILLING_RECOVERY"),
        ]
    )
    func typeAlone(text: String, name: String) {
        #expect((try? ScenarioTrigger(text).name) ?? "" == name)
    }

    @Test(
        "The error for an unknown notification names the nearest",
        arguments: [
            ("SUBSCRIBED", ["SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/RESUBSCRIBE"]),
            ("DID_RENEW/BILLING_RECOVRY", ["DID_RENEW/BILLING_RECOVERY"]),
            ("REFUNDED", ["REFUND/-", "REFUND/SEATS"]),
            ("PRICE_INCREASE/VOLUNTARY", ["PRICE_INCREASE/PENDING", "PRICE_INCREASE/ACCEPTED"]),
            ("GRACE", ["DID_FAIL_TO_RENEW/GRACE_PERIOD", "GRACE_PERIOD_EXPIRED/-"]),
            ("WEATHER/SUNNY", []),
            ("", []),
        ]
    )
    func unknown(text: String, nearest: [String]) {
        #expect(throws: ScenarioTrigger.Failure.unknown(nearest: nearest)) { try ScenarioTrigger(text) }
    }
}
