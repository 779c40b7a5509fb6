import Ledger
import Testing

@Suite struct AlarmRulesTests {
    @Test("Every alarm has a cause in the table")
    func complete() {
        #expect(Set(AlarmCause.all.map(\.name)) == Set(AlarmName.allCases))
        #expect(AlarmCause.all.count == AlarmName.allCases.count)
    }

    @Test("Every alarm fires from its cause, alone, and is resolved when the cause ends", arguments: AlarmCause.all)
    func firesAndIsResolved(cause: AlarmCause) {
        var scene = AlarmScene(after: 4, of: cause.good)
        #expect(scene.records.alarms.isEmpty)
        let minutes = scene.passUntilFiring(cause.name, atMost: cause.within, cause.bad)
        #expect(minutes != nil)
        #expect(scene.firing == [cause.name])
        scene.pass(cause.resolvedWithin, cause.good)
        #expect(scene.firing.isEmpty)
        #expect(scene.notified.map(\.state) == [.firing, .resolved])
    }

    @Test("No alarm fires just below its limit", arguments: AlarmCause.all)
    func doesNotFireBelow(cause: AlarmCause) {
        var scene = AlarmScene(after: 4, of: cause.good)
        scene.pass(cause.belowMinutes, cause.below)
        scene.pass(30, cause.good)
        #expect(scene.notified.isEmpty)
    }

    @Test("Nothing fires, and nothing is resolved, while no metrics are known", arguments: AlarmCause.all)
    func unknown(cause: AlarmCause) {
        var scene = AlarmScene(after: 4, of: cause.good)
        scene.pass(300, nil)
        #expect(scene.notified.isEmpty)
        scene.pass(2, cause.good)
        #expect(scene.notified.isEmpty)
        guard scene.passUntilFiring(cause.name, atMost: cause.within, cause.bad) != nil else { return }
        scene.pass(100, nil)
        #expect(scene.firing == [cause.name])
    }

    @Test(
        "Rules that compare with a usual value do not fire in an app's first week",
        arguments: AlarmCause.all.filter(\.needsWeek)
    )
    func youngApp(cause: AlarmCause) {
        var scene = AlarmScene()
        scene.pass(600, cause.good)
        scene.pass(cause.within, cause.bad)
        #expect(scene.notified.isEmpty)
    }

    @Test("An alarm that is switched off does not fire", arguments: AlarmCause.all)
    func switchedOff(cause: AlarmCause) {
        var thresholds = AlarmThresholds()
        thresholds[cause.name].isEnabled = false
        var scene = AlarmScene(thresholds)
        scene.pass(60, cause.bad)
        #expect(!scene.records.alarms.contains { $0.key.name == cause.name })
    }

    @Test("Metrics of an app that is not configured are ignored")
    func otherApp() {
        var scene = AlarmScene()
        let suspended = AlarmCause.gauge("purser_webhook_suspended_streams", ["app": "gone", "endpoint": "backend"], 5)
        scene.pass(60, [suspended])
        #expect(scene.records.alarms.isEmpty)
    }

    @Test("A silence of notifications is Apple's link's where no host can be reached")
    func silenceBehindLink() {
        let type = "purser_notification_types_total"
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production", "type": "DID_RENEW"]
        let link: KeyValuePairs = ["host": "api.storekit.itunes.apple.com"]
        let good = [AlarmCause.count(type, labels, 3), AlarmCause.gauge("purser_link_up", link, 1)]
        let bad = [AlarmCause.count(type, labels, 0), AlarmCause.gauge("purser_link_up", link, 0)]
        var scene = AlarmScene(after: 2, of: good)
        scene.pass(60, bad)
        #expect(scene.firing == [.linkDown])
    }

    @Test("An endpoint's alarm is resolved when the endpoint is removed")
    func removedEndpoint() {
        let suspended = AlarmCause.gauge("purser_webhook_suspended_streams", ["app": "shop", "endpoint": "backend"], 5)
        let other = AlarmCause.gauge("purser_nodes_lost", [:], 0)
        var scene = AlarmScene()
        scene.pass(10, [suspended, other])
        #expect(scene.firing == [.streamsSuspended])
        scene.pass(50, [other])
        #expect(scene.firing == [.streamsSuspended])
        scene.pass(30, [other])
        #expect(scene.firing.isEmpty)
    }

    @Test("Suspended fulfillments fire an alarm that names them, beside that of a suspended endpoint")
    func suspendedFulfillments() {
        let fulfillments = AlarmCause.gauge("purser_suspended_fulfillments", ["app": "shop"], 1)
        let endpoint = AlarmCause.gauge("purser_webhook_suspended_streams", ["app": "shop", "endpoint": "backend"], 1)
        var scene = AlarmScene()
        scene.pass(10, [fulfillments, endpoint])
        #expect(scene.firing == [.streamsSuspended])
        #expect(Set(scene.records.alarms.map(\.key.subject)) == ["fulfillments", "backend"])
    }

    @Test("Refused orders name the code that is the most frequent")
    func refusedCode() {
        func refusals(_ code: String, _ count: Double) -> MetricSample.Value {
            AlarmCause.count("purser_order_refusals_total", ["app": "shop", "code": code], count)
        }
        let created = AlarmCause.count(
            "purser_orders_total",
            ["app": "shop", "environment": "Production", "outcome": "created"],
            5
        )
        var scene = AlarmScene(after: 4, of: [created, refusals("order_refused", 0.1), refusals("product_unknown", 0)])
        scene.pass(20, [created, refusals("order_refused", 0.1), refusals("product_unknown", 5)])
        #expect(scene.firing == [.ordersRefused])
        let alarm = scene.records.alarms.first { $0.key.name == .ordersRefused }
        #expect(alarm?.reading.facts["code"] == "product_unknown")
    }

    @Test("Events that a sink does not take are a backlog")
    func eventBacklog() {
        let events = AlarmCause.gauge("purser_events_oldest_seconds", ["app": "shop", "sink": "file"], 901)
        var scene = AlarmScene()
        scene.pass(20, [events])
        #expect(scene.firing == [.backlog])
        #expect(scene.records.alarms.map(\.key.subject) == ["events file"])
    }

    @Test("One bad day does not become the norm")
    func oneBadDay() {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production", "product": "coins"]
        var history = MetricHistory()
        for hour in 0..<Int64(4 * 7 * 24) {
            // The second week had a wave.
            let value: Double = (7 * 24 + 40..<7 * 24 + 64).contains(hour) ? 500 : 4
            history.add(
                [AlarmCause.count("purser_refunds_total", labels, value)],
                atMinute: AlarmScene.begin + hour * 60
            )
        }
        let hour = AlarmScene.begin / 60 + 4 * 7 * 24 + 50
        let metrics = AlarmMetrics(history: history, apps: [AppName("shop")], hour: hour)
        let expected = ExpectedCounts([0], metrics)
        #expect(expected.greatest[0] == 4)
        #expect(expected.day == 96)
    }
}
