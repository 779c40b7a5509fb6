import Ledger
import Testing

@Suite struct MissingRenewalsTests {
    private static func values(due: Double, seen: Double) -> [MetricSample.Value] {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production"]
        return [
            AlarmCause.gauge("purser_renewals_due", labels, due),
            AlarmCause.gauge("purser_renewals_seen", labels, seen),
        ]
    }

    @Test(
        "A small shop hears of it within hours",
        arguments: [(due: 4.0, hours: 4), (due: 1.0, hours: 16), (due: 60.0, hours: 0)]
    )
    func small(due: Double, hours: Int) {
        var scene = AlarmScene(after: 4, of: Self.values(due: due, seen: due))
        let bad = Self.values(due: due, seen: 0)
        let minutes = scene.passUntilFiring(.renewalsMissing, atMost: 1440, bad)
        #expect(minutes.map((hours * 60...hours * 60 + 10).contains) == true)
        #expect(scene.notified.first?.reading.facts["hours"] == (due > 12 ? "1" : due > 1 ? "6" : "24"))
        scene.pass(24 * 60, Self.values(due: due, seen: due))
        #expect(scene.notified.map(\.state) == [.firing, .resolved])
    }

    @Test("A renewal counts once, at whichever minute of an hour", arguments: [0, 30, 59])
    func once(minute: Int) {
        for (count, fires) in [(16.0, false), (17.0, true)] {
            var scene = AlarmScene(after: 4, of: Self.values(due: 0, seen: 0))
            scene.pass(minute, Self.values(due: 0, seen: 0))
            // The metrics of a minute are of an hour, so each renewal is in those of an hour of minutes.
            scene.pass(60, Self.values(due: count, seen: 0))
            scene.pass(180, Self.values(due: 0, seen: 0))
            #expect(scene.firing == (fires ? [.renewalsMissing] : []), "\(count)")
        }
    }

    @Test("A gap in what is known hides no hour, and counts none twice")
    func gap() {
        var scene = AlarmScene(after: 4, of: Self.values(due: 4, seen: 4))
        for _ in 0..<4 {
            scene.pass(55, Self.values(due: 4, seen: 0))
            scene.pass(5, nil)
        }
        #expect(scene.firing.isEmpty)
        scene.pass(55, Self.values(due: 4, seen: 0))
        #expect(scene.firing == [.renewalsMissing])
    }

    @Test("Missing renewals are resolved once the newest renewals are seen")
    func over() {
        var scene = AlarmScene(after: 4, of: Self.values(due: 60, seen: 60))
        scene.pass(20 * 60, Self.values(due: 60, seen: 0))
        #expect(scene.firing == [.renewalsMissing])
        scene.pass(40, Self.values(due: 60, seen: 60))
        #expect(scene.firing.isEmpty)
    }

    @Test("A good hour now and then does not hide that most are lost, and the alarm stays")
    func partial() {
        var scene = AlarmScene(after: 4, of: Self.values(due: 5, seen: 5))
        for hour in 0..<(3 * 24) {
            // Of each seven hours one is good, and the others lose three or four of five.
            let seen: Double = hour % 7 == 6 ? 4 : hour % 2 == 0 ? 1 : 2
            scene.pass(60, Self.values(due: 5, seen: seen))
        }
        #expect(scene.notified.map(\.state) == [.firing])
        scene.pass(4 * 60, Self.values(due: 5, seen: 5))
        #expect(scene.notified.map(\.state) == [.firing, .resolved])
    }

    @Test("It is over once nothing was missing for a day, however few were due")
    func overWithFew() {
        var scene = AlarmScene(after: 4, of: Self.values(due: 4, seen: 4))
        scene.pass(6 * 60, Self.values(due: 4, seen: 0))
        #expect(scene.firing == [.renewalsMissing])
        scene.pass(2 * 60, Self.values(due: 1, seen: 1))
        scene.pass(20 * 60, Self.values(due: 0, seen: 0))
        #expect(scene.firing == [.renewalsMissing], "Two of the newest say too little.")
        scene.pass(4 * 60, Self.values(due: 0, seen: 0))
        #expect(scene.notified.map(\.state) == [.firing, .resolved])
    }
}
