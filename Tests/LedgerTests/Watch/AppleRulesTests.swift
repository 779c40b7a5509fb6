import Ledger
import Testing

@Suite struct AppleRulesTests {
    private static func calls(_ environment: String, _ outcome: AppleOutcome, _ value: Double) -> MetricSample.Value {
        let labels: KeyValuePairs = ["app": "shop", "environment": environment, "outcome": outcome.rawValue]
        return AlarmCause.count("purser_appstore_calls_total", labels, value)
    }

    private static func both(
        production: AppleOutcome,
        sandbox: AppleOutcome,
        _ value: Double = 5
    ) -> [MetricSample.Value] {
        [Self.calls("Production", production, value), Self.calls("Sandbox", sandbox, value)]
    }

    private static func seconds(_ metric: String, _ sum: Double) -> [MetricSample.Value] {
        [
            AlarmCause.count(metric + "_sum", ["app": "shop"], sum),
            AlarmCause.count(metric + "_count", ["app": "shop"], 10),
        ]
    }

    @Test("An app before its first release, whose key Apple accepts in the Sandbox alone, has no refused key")
    func unreleased() {
        var scene = AlarmScene()
        scene.pass(30, Self.both(production: .unauthorized, sandbox: .answered))
        #expect(scene.notified.isEmpty)
        scene.pass(3, Self.both(production: .unauthorized, sandbox: .unauthorized))
        #expect(scene.firing == [.keyRefused])
        #expect(scene.notified.first?.reading.facts == ["environment": "Sandbox"])
        #expect(scene.notified.first?.severity == .critical)
    }

    @Test("Production may refuse a minute before the Sandbox accepts the same key")
    func acrossMinutes() {
        var scene = AlarmScene()
        scene.pass(1, Self.both(production: .unauthorized, sandbox: .notAsked))
        scene.pass(30, Self.both(production: .unauthorized, sandbox: .answered))
        #expect(scene.notified.isEmpty)
    }

    @Test("A key that no environment ever accepted is refused")
    func wrongFromTheStart() {
        var scene = AlarmScene()
        scene.pass(3, Self.both(production: .unauthorized, sandbox: .unauthorized))
        #expect(scene.firing == [.keyRefused])
        #expect(scene.records.alarms.count == 1)
    }

    @Test("A key that Production accepted before is refused, though the Sandbox still accepts it")
    func released() {
        var scene = AlarmScene()
        scene.pass(30, Self.both(production: .answered, sandbox: .answered))
        scene.pass(3, Self.both(production: .unauthorized, sandbox: .answered))
        #expect(scene.firing == [.keyRefused])
        #expect(scene.notified.first?.reading.facts == ["environment": "Production"])
        #expect(scene.notified.first?.severity == .critical)
    }

    @Test("A refused key remains refused until Apple accepts it, however long no call is made")
    func keptWithoutCalls() {
        var scene = AlarmScene()
        scene.pass(3, [Self.calls("Production", .answered, 0), Self.calls("Production", .unauthorized, 1)])
        #expect(scene.firing == [.keyRefused])
        scene.pass(3000, [Self.calls("Production", .answered, 0), Self.calls("Production", .unauthorized, 0)])
        #expect(scene.firing == [.keyRefused])
        scene.pass(7, [Self.calls("Production", .answered, 1), Self.calls("Production", .unauthorized, 0)])
        #expect(scene.firing.isEmpty)
        #expect(scene.notified.map(\.state) == [.firing, .resolved])
    }

    @Test("The server's own waiting does not count as slowness of Apple")
    func ownWaiting() {
        let calls = [Self.calls("Production", .answered, 10)] + Self.seconds("purser_appstore_call_seconds", 200)
        var scene = AlarmScene()
        scene.pass(30, calls + Self.seconds("purser_appstore_wire_seconds", 3))
        #expect(scene.notified.isEmpty)
        scene.pass(3, calls + Self.seconds("purser_appstore_wire_seconds", 100))
        #expect(scene.firing == [.appleFailing])
    }

    @Test("Five calls an hour that all fail are Apple's failure; with one answer they are not")
    func smallShop() {
        func failures(_ count: Double) -> [MetricSample.Value] {
            [Self.calls("Production", .failed, count), Self.calls("Production", .answered, 0)]
        }
        var scene = AlarmScene()
        for _ in 0..<4 {
            scene.pass(1, failures(1))
            scene.pass(11, failures(0))
        }
        #expect(scene.notified.isEmpty)
        scene.pass(1, failures(1))
        #expect(scene.firing == [.appleFailing])
        #expect(scene.notified.first?.reading.value == 1)
        scene.pass(1, [Self.calls("Production", .failed, 0), Self.calls("Production", .answered, 1)])
        scene.pass(12, failures(0))
        #expect(scene.firing.isEmpty)

        var other = AlarmScene()
        for index in 0..<20 {
            other.pass(1, index % 4 == 3 ? [Self.calls("Production", .answered, 1)] : failures(1))
            other.pass(11, failures(0))
        }
        #expect(other.notified.isEmpty)
    }

    @Test("An unreachable host has the failing step as a fact")
    func place() {
        let host: KeyValuePairs = ["host": "a", "place": "route"]
        var scene = AlarmScene()
        scene.pass(
            3,
            [
                AlarmCause.gauge("purser_link_up", ["host": "a"], 0),
                AlarmCause.count("purser_link_failures_total", host, 1),
            ]
        )
        #expect(scene.firing == [.linkDown])
        #expect(scene.records.alarms.first?.reading.facts == ["place": "route"])
    }

    @Test(
        "A code shows Apple's reaction; one of the server's own does not show that Apple accepted the key",
        arguments: [
            ("ok", .answered), ("appstore_not_found", .answered), ("unchanged", .answered), ("no_sales", .answered),
            ("connect_not_yet_available", .answered), ("appstore_timed_out", .failed), ("connect_failed", .failed),
            ("appstore_unauthorized", .unauthorized), ("connect_unauthorized", .unauthorized),
            ("appstore_forbidden", .forbidden), ("connect_agreement_missing", .forbidden),
            ("appstore_rate_limited", .notAsked), ("connect_signing_failed", .notAsked),
            ("repository_full", .notAsked), ("report_unreadable", .notAsked), ("other", .notAsked), ("", .notAsked),
        ] as [(String, AppleOutcome)]
    )
    func outcomes(code: String, outcome: AppleOutcome) {
        #expect(AppleOutcome(code: code) == outcome)
    }

    @Test("The classes of outcomes have stable names")
    func outcomeNames() {
        let names = AppleOutcome.allCases.map(\.rawValue)
        #expect(names == ["answered", "failed", "unauthorized", "forbidden", "not_asked"])
    }
}
