import Ledger
import PurserTesting
import Testing

@Suite struct AlarmWatchTests {
    /// Two months; 24 at full scale.
    ///
    /// Those of even seeds have four weeks of history before.
    static let seeds: [UInt64] = TestScale.factor > 1 ? Array(1...24) : [1, 2]

    @Test("A month of ordinary ups and downs has no false alarm", arguments: Self.seeds)
    func quietMonth(seed: UInt64) {
        var run = WatchRun(seed: seed)
        if seed.isMultiple(of: 2) { run.world.addWeeks(4, before: WatchWorld.begin) }
        for minute in 0..<Int64(30 * 1440) { run.pass(WatchWorld.begin + minute) }
        let lines = run.notified.map(\.line).joined(separator: "\n")
        #expect(run.notified.isEmpty, "seed \(seed):\n\(lines)")
    }

    @Test(
        "The alarms of a bad day fire in order, once each, within two minutes of their cause",
        arguments: TestScale.factor > 1 ? Array(1...24) : [1] as [UInt64]
    )
    func badDay(seed: UInt64) {
        var run = WatchRun(seed: seed)
        run.world.addWeeks(4, before: WatchWorld.begin)
        for minute in 0..<Int64(2 * 1440) { run.pass(WatchWorld.begin + minute) }
        let day = WatchWorld.begin + 2 * 1440
        let causes: [(fault: WatchFault, hours: ClosedRange<Int64>, name: AlarmName, keys: Int)] = [
            (.appleSlow, 10...11, .appleFailing, 1),
            (.appleDown, 11...12, .linkDown, WatchMachine.hosts.count),
            (.refundWave, 15...16, .refundWave, WatchWorld.apps.count),
            (.diskFull, 20...21, .diskFilling, 1),
        ]
        for minute in 0..<Int64(1440) {
            let hour = minute / 60
            run.world.faults = Set(
                causes.filter { ($0.hours.lowerBound..<$0.hours.upperBound).contains(hour) }.map(\.fault)
            )
            run.pass(day + minute)
        }
        let lines = run.notified.map(\.line).joined(separator: "\n")
        let fired = run.notified.filter { $0.state == .firing }
        let expected = causes.flatMap { Array(repeating: $0.name, count: $0.keys) }
        #expect(fired.map(\.key.name) == expected, "seed \(seed):\n\(lines)")
        for alarm in fired {
            guard let cause = causes.first(where: { $0.name == alarm.key.name }), let firedAt = alarm.firedAt else {
                continue
            }
            let minutes = firedAt.milliseconds / 60_000 - day - cause.hours.lowerBound * 60
            #expect((0...2).contains(minutes), "seed \(seed): \(alarm.line)")
        }
        #expect(run.notified.count { $0.state == .resolved } == fired.count, "seed \(seed):\n\(lines)")
    }

    @Test("A total stop of a busy app is detected within two minutes")
    func silence() {
        var run = WatchRun(seed: 5)
        run.world.addWeeks(4, before: WatchWorld.begin)
        for minute in 0..<Int64(1440 + 720) { run.pass(WatchWorld.begin + minute) }
        run.world.faults = [.silence]
        for minute in 0..<Int64(2) { run.pass(WatchWorld.begin + 1440 + 720 + minute) }
        #expect(
            run.notified.map(\.key) == [
                AlarmKey(.notificationsSilent, app: AppName("large"), environment: .production)
            ]
        )
    }
}
