import Ledger
import PurserTesting
import Testing

@Suite struct NotificationSilenceTests {
    /// Notifications a day, from one a week.
    static let sizes: [Double] = [1.0 / 7, 1, 5, 10, 20, 60, 150, 500, 5000, 50_000]
    static let seeds: [UInt64] = TestScale.factor > 1 ? Array(1...12) : [1]

    /// So many weeks of history does a shop of a size need.
    private static func weeks(_ size: Double) -> Int64 { size < 1 ? 70 : size < 5 ? 20 : 5 }

    /// Returns the hours between evaluations of the rules of a small shop, whose results change slowly.
    private static func hours(_ size: Double) -> Int { TestScale.factor > 1 ? 1 : size < 5 ? 12 : 4 }

    @Test("A total stop is detected within a hundred times the usual gap, for every size", arguments: Self.sizes)
    func stop(size: Double) {
        for seed in Self.seeds {
            var world = SilenceWorld(size: size, seed: seed, weeks: Self.weeks(size))
            if size < 24 {
                _ = world.passHours(36)
            } else {
                world.skip(minutes: 35 * 60)
                for _ in 0..<60 { _ = world.passMinute() }
            }
            world.faults = [.silence]
            let begin = world.minute
            // However many there are, one minute alone is not enough.
            let bound = max(2, Int64(100 * 1440 / size))
            var isBad = false
            while !isBad, world.minute - begin < bound {
                isBad = !(size < 24 ? world.passHours(Self.hours(size)) : world.passMinute()).isEmpty
            }
            #expect(isBad, "seed \(seed)")
        }
    }

    @Test("Quiet months of a small shop, and quiet weeks of a larger one, have no false alarm", arguments: Self.sizes)
    func quiet(size: Double) {
        for seed in Self.seeds {
            let metrics: Set<String> = ["purser_notification_types_total", "purser_subscription_purchases_total"]
            var world = SilenceWorld(size: size, seed: seed + 100, weeks: Self.weeks(size), metrics: metrics)
            if size < 24 {
                let hours = Self.hours(size)
                for hour in stride(from: hours, through: (TestScale.factor > 1 ? 365 : 60) * 24, by: hours) {
                    let bad = world.passHours(hours)
                    #expect(bad.isEmpty, "seed \(seed), hour \(hour)")
                }
            } else {
                for minute in 0..<((TestScale.factor > 1 ? 60 : 2) * 1440) {
                    let bad = world.passMinute()
                    #expect(bad.isEmpty, "seed \(seed), minute \(minute)")
                }
            }
        }
    }

    @Test("The alarm of a small shop stays until something comes again")
    func resolved() {
        var world = SilenceWorld(size: 5, seed: 3, weeks: 10)
        world.faults = [.silence]
        let bad = world.passHours(20 * 24 + 1)
        #expect(bad.map(\.key) == [AlarmKey(.notificationsSilent, app: AppName("shop"), environment: .production)])
        world.faults = []
        // What Apple could not send comes again.
        let good = world.passHours(25)
        #expect(good.isEmpty)
    }

    @Test(
        "Subscribers who all renew on one day of the month are no silence on the others",
        arguments: [60.0, 200, 5000]
    )
    func cohort(monthly: Double) {
        var world = SilenceWorld(size: 0.02, monthly: monthly, seed: 4, weeks: 26)
        for day in 1...100 {
            let bad = world.passHours(24)
            #expect(bad.isEmpty, "day \(day)")
        }
        world.faults = [.silence]
        var days = 0
        while days < 90, world.passHours(24).isEmpty { days += 1 }
        #expect((20..<90).contains(days))
    }

    @Test("A lost node leaves only three minutes unknown")
    func lostNode() {
        var world = SilenceWorld(size: 50_000, seed: 7, weeks: 5)
        world.skip(minutes: 35 * 60)
        for _ in 0..<60 { _ = world.passMinute() }
        world.faults = [.silence]
        var minutes = 0
        while minutes < 20, world.passMinute(lost: 1).isEmpty { minutes += 1 }
        #expect((2...6).contains(minutes))
    }

    @Test("A new shop whose purchases come without notifications gets an alarm after three hours")
    func newShop() {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production"]
        let bought = AlarmCause.count("purser_subscription_purchases_total", labels, 1)
        let sandbox: KeyValuePairs = ["app": "shop", "environment": "Sandbox", "type": "SUBSCRIBED"]
        let tested = AlarmCause.count("purser_notification_types_total", sandbox, 1)
        let nothing = AlarmCause.gauge("purser_nodes_lost", [:], 0)
        var scene = AlarmScene()
        scene.pass(6, [bought, tested])
        scene.pass(150, [nothing])
        #expect(scene.notified.isEmpty)
        scene.pass(91, [nothing])
        #expect(scene.firing == [.notificationsSilent])
        let reading = scene.records.alarms.first?.reading
        #expect(reading?.facts["last"] == "never")
        #expect(reading?.facts["purchases"] == "6")
        // The first notification of a real purchase.
        let type = AlarmCause.count("purser_notification_types_total", Self.real, 1)
        scene.pass(10, [type])
        #expect(scene.firing.isEmpty)
    }

    @Test("Four purchases without a notification may be an accident")
    func fewPurchases() {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production"]
        var scene = AlarmScene()
        scene.pass(4, [AlarmCause.count("purser_subscription_purchases_total", labels, 1)])
        scene.pass(600, [AlarmCause.gauge("purser_nodes_lost", [:], 0)])
        #expect(scene.notified.isEmpty)
    }

    @Test("Purchases that are no subscriptions may come without notifications, as those of a shop on version 1 do")
    func otherPurchases() {
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production"]
        var scene = AlarmScene()
        scene.pass(60, [AlarmCause.count("purser_purchases_total", labels, 1)])
        scene.pass(600, [AlarmCause.gauge("purser_nodes_lost", [:], 0)])
        #expect(scene.notified.isEmpty)
    }

    @Test("The purchases of a small shop show sooner that its notifications have stopped")
    func purchases() {
        var scene = AlarmScene()
        let labels: KeyValuePairs = ["app": "shop", "environment": "Production"]
        let both = [
            AlarmCause.count("purser_subscription_purchases_total", labels, 1),
            AlarmCause.count("purser_notification_types_total", Self.real, 1),
        ]
        let nothing = AlarmCause.gauge("purser_nodes_lost", [:], 0)
        for _ in 0..<10 {
            scene.pass(1, both)
            scene.pass(239, [nothing])
        }
        #expect(scene.notified.isEmpty)
        for _ in 0..<6 {
            scene.pass(1, [both[0]])
            scene.pass(239, [nothing])
        }
        #expect(scene.firing == [.notificationsSilent])
        #expect(scene.notified.map(\.state) == [.firing])
    }

    private static let real: KeyValuePairs = ["app": "shop", "environment": "Production", "type": "SUBSCRIBED"]
}
