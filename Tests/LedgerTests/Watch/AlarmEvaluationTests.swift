import Ledger
import Testing

@Suite struct AlarmEvaluationTests {
    private static let link = AlarmKey(.linkDown, subject: "api.storekit.itunes.apple.com")
    private static let disk = AlarmKey(.diskFilling)

    /// An evaluation, records, and a clock of minutes.
    private struct Stage {
        var records = AlarmRecords()
        var minute: Int64 = 1000
        let evaluation: AlarmEvaluation

        init(channels: [String] = ["email"], holds: Int64 = 1, clears: Int64 = 5) {
            var thresholds = AlarmThresholds()
            for name in AlarmName.allCases {
                thresholds[name].holds = .minutes(holds)
                thresholds[name].clears = .minutes(clears)
            }
            self.evaluation = AlarmEvaluation(thresholds, channels: channels)
        }

        var now: Instant { Instant(milliseconds: self.minute * 60_000) }

        /// Takes readings each minute, and returns the notified states by key.
        mutating func take(_ minutes: Int, _ bad: [AlarmKey], unknown: Set<AlarmKey> = []) -> [[Alarm]] {
            var notified: [[Alarm]] = []
            for _ in 0..<minutes {
                var readings = AlarmReadings(at: self.now)
                readings.bad = bad.map { AlarmReading($0, severity: .warning, value: 1, limit: 1) }
                readings.unknown = unknown
                self.evaluation.take(readings, into: &self.records)
                notified += self.records.notices.map(\.alarms)
                self.records.notices = []
                self.minute += 1
            }
            return notified
        }
    }

    @Test(
        "An alarm is pending until it was bad for long enough, fires, and is resolved once it was good for long enough"
    )
    func states() {
        var stage = Stage()
        #expect(stage.take(1, [Self.link]).isEmpty)
        #expect(stage.records.alarms.map(\.state) == [.pending])
        #expect(stage.take(1, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        #expect(stage.take(5, []).isEmpty)
        #expect(stage.take(1, []).flatMap { $0 }.map(\.state) == [.resolved])
        #expect(stage.records.alarms.map(\.state) == [.resolved])
        #expect(stage.take(10, []).isEmpty)
    }

    @Test("A short fault does not fire an alarm")
    func moment() {
        var stage = Stage()
        for _ in 0..<10 {
            #expect(stage.take(1, [Self.link]).isEmpty)
            #expect(stage.take(1, []).isEmpty)
        }
        #expect(stage.records.alarms.isEmpty)
    }

    @Test("An alarm that is bad again before it was resolved is the same alarm")
    func comesBack() {
        var stage = Stage()
        #expect(stage.take(2, [Self.link]).count == 1)
        for _ in 0..<20 {
            #expect(stage.take(4, []).isEmpty)
            #expect(stage.take(1, [Self.link]).isEmpty)
        }
        #expect(stage.records.alarms.map(\.state) == [.firing])
        #expect(stage.records.alarms[0].goodSince == nil)
    }

    @Test("An alarm that is unknown stays as it is")
    func unknown() {
        var stage = Stage()
        #expect(stage.take(2, [Self.link]).count == 1)
        #expect(stage.take(100, [], unknown: [Self.link]).isEmpty)
        #expect(stage.records.alarms.map(\.state) == [.firing])
    }

    @Test("A flapping alarm is notified once more, and then once an hour at most")
    func flapping() {
        var stage = Stage()
        var notified: [Alarm] = []
        // Two minutes bad, seven good: it is resolved, and bad again within ten minutes.
        for _ in 0..<40 {
            notified += stage.take(2, [Self.link]).flatMap { $0 }
            notified += stage.take(7, []).flatMap { $0 }
        }
        let firings = notified.filter { $0.state == .firing }.compactMap(\.firedAt)
        #expect(firings.count >= 6 && firings.count <= 8)
        for (one, next) in zip(firings.dropFirst(), firings.dropFirst(2)) { #expect(next - one >= .hours(1)) }
        #expect(notified.filter { $0.state == .resolved }.count == firings.count)
    }

    @Test("A flapping alarm that keeps firing is notified when the hour is over")
    func flappingAndStaying() {
        var stage = Stage()
        for _ in 0..<3 {
            _ = stage.take(2, [Self.link])
            _ = stage.take(7, [])
        }
        let notified = stage.take(120, [Self.link]).flatMap { $0 }
        #expect(notified.map(\.state) == [.firing])
    }

    @Test("One notice per channel lists all changes of an instant, in order")
    func grouping() {
        var stage = Stage(channels: ["email", "slack"])
        _ = stage.take(1, [Self.link])
        let hosts = (1...5).map { AlarmKey(.linkDown, subject: "host\($0)") }
        stage.minute += 60
        let notified = stage.take(2, [Self.disk] + hosts)
        #expect(notified.count == 2)
        #expect(notified[0] == notified[1])
        #expect(notified[0].map(\.key) == [Self.disk] + hosts)
        #expect(notified[0].map(\.number) == notified[0].map(\.number).sorted())
    }

    @Test("A silenced alarm is not notified, and is afterwards if it still fires")
    func silence() {
        for isStill in [true, false] {
            var stage = Stage()
            stage.records.silences = [Self.silence(1, .linkDown, from: stage.now, minutes: 60)]
            stage.records.nextNumber = 2
            #expect(stage.take(30, [Self.link]).isEmpty)
            #expect(stage.records.alarms.map(\.state) == [.firing])
            #expect(stage.take(2, [Self.link, Self.disk]).flatMap { $0 }.map(\.key) == [Self.disk])
            let notified = stage.take(60, isStill ? [Self.link, Self.disk] : [Self.disk]).flatMap { $0 }
            #expect(notified.map(\.state) == (isStill ? [.firing] : []))
        }
    }

    @Test("A resolution is sent to each channel that was notified of the alarm, even during a silence")
    func resolvedInSilence() {
        var stage = Stage()
        #expect(stage.take(3, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        stage.records.silences = [Self.silence(2, .linkDown, from: stage.now, minutes: 600)]
        stage.records.nextNumber = 3
        #expect(stage.take(30, [Self.link]).isEmpty)
        #expect(stage.take(10, []).flatMap { $0 }.map(\.state) == [.resolved])
    }

    @Test("Ending a silence early notifies at once of alarms that still fire")
    func endedSilence() {
        var stage = Stage()
        stage.records.silences = [Self.silence(1, nil, from: stage.now, minutes: 600)]
        stage.records.nextNumber = 2
        #expect(stage.take(30, [Self.link]).isEmpty)
        stage.records.silences[0].until = stage.now - .seconds(20)
        #expect(stage.take(1, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        #expect(stage.take(30, [Self.link]).isEmpty)
    }

    @Test("An alarm that becomes worse is notified again, once")
    func worse() {
        var stage = Stage()
        #expect(stage.take(3, [Self.disk]).count == 1)
        for expected in [1, 0] {
            var readings = AlarmReadings(at: stage.now)
            readings.bad = [AlarmReading(Self.disk, severity: .critical, value: 0, limit: 1)]
            stage.evaluation.take(readings, into: &stage.records)
            #expect(stage.records.notices.count == expected)
            stage.records.notices = []
            stage.minute += 1
        }
        #expect(stage.records.alarms.map(\.severity) == [.critical])
    }

    @Test("The records keep to their bounds, and what is over is dropped first")
    func bounds() {
        var stage = Stage(holds: 0, clears: 0)
        let first = (0..<600).map { AlarmKey(.backlog, subject: "a\($0)") }
        let second = (0..<900).map { AlarmKey(.backlog, subject: "b\($0)") }
        _ = stage.take(1, first)
        _ = stage.take(1, second)
        #expect(stage.records.alarms.count == AlarmRecords.greatestAlarmCount)
        #expect(stage.records.alarms.count { $0.state == .firing } == 900)
    }

    @Test("Of the notices of each channel the oldest are dropped, and those of another channel stay")
    func surplus() {
        var stage = Stage()
        let count = AlarmRecords.greatestNoticeCount
        stage.records.notices = (0..<count + 110).map { number in
            AlarmNotice(
                number: Int64(number + 10_000),
                channel: number < 10 ? "slack" : "email",
                alarms: [],
                writtenAt: stage.now,
                dueAt: stage.now
            )
        }
        let dropped = stage.evaluation.expire(at: stage.now, in: &stage.records)
        #expect(dropped.map(\.number) == Array(10_010..<10_110))
        #expect(stage.records.notices.count { $0.channel == "email" } == count)
        #expect(stage.records.notices.count { $0.channel == "slack" } == 10)
        #expect(stage.records.notices.first { $0.channel == "email" }?.number == 10_110)
    }

    @Test("A channel that is down for three days while alarms come and go loses nothing, and another gets each at once")
    func merging() {
        var stage = Stage(channels: ["email", "slack"], holds: 0, clears: 0)
        var received: [AlarmNotice] = []
        var dropped: [AlarmNotice] = []
        for minute in 0..<(3 * 24 * 60) {
            var readings = AlarmReadings(at: stage.now)
            if minute % 20 == 0 {
                readings.bad = [AlarmReading(Self.disk, severity: .warning, value: 1, limit: 1)]
            }
            dropped += stage.evaluation.take(readings, into: &stage.records)
            received += stage.records.notices.filter { $0.channel == "slack" }
            stage.records.notices.removeAll { $0.channel == "slack" }
            stage.minute += 1
        }
        #expect(dropped.isEmpty)
        #expect(received.count == 432)
        #expect(received.allSatisfy { $0.alarms.count == 1 })
        let waiting = stage.records.notices
        #expect(waiting.flatMap(\.alarms) == received.flatMap(\.alarms))
        #expect(waiting.count <= 3 * 24 + 2)
        #expect(waiting.map(\.number) == waiting.map(\.number).sorted())
        #expect(waiting[0].alarms.count == 1, "It may be on its way.")
        for notice in waiting {
            let times = notice.alarms.map { $0.resolvedAt ?? $0.since }
            #expect(times.allSatisfy { $0 - notice.writtenAt < AlarmRecords.mergedWithin })
        }
    }

    @Test("Of an alarm that becomes worse while its channel is down the merged notice has the worse, once")
    func mergedWorse() {
        var stage = Stage(holds: 0, clears: 0)
        func take(_ key: AlarmKey..., severity: AlarmReading.Severity = .warning) {
            var readings = AlarmReadings(at: stage.now)
            readings.bad = key.map { AlarmReading($0, severity: severity, value: 1, limit: 1) }
            stage.evaluation.take(readings, into: &stage.records)
            stage.minute += 1
        }
        take(Self.disk)
        take(Self.disk, Self.link)
        take(Self.link, severity: .critical)
        let waiting = stage.records.notices.map {
            $0.alarms.map { [$0.key.name.rawValue, "\($0.state)", "\($0.severity)"] }
        }
        #expect(waiting.count == 2)
        #expect(
            Set(waiting[1]) == [
                ["link_down", "firing", "critical"], ["disk_filling", "resolved", "warning"],
            ]
        )
        #expect(waiting[1].count == 2)
    }

    @Test("Changes while no node evaluated alarms are published by the next one, once")
    func gap() {
        var silent = Stage()
        silent.records.silences = [Self.silence(1, .linkDown, from: silent.now, minutes: 60)]
        silent.records.nextNumber = 2
        #expect(silent.take(58, [Self.link]).isEmpty)
        // The silence ends while the server is updated.
        silent.minute += 6
        #expect(silent.take(1, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        #expect(silent.take(90, [Self.link]).isEmpty)
        #expect(silent.take(10, []).flatMap { $0 }.map(\.state) == [.resolved])

        var flapping = Stage()
        for _ in 0..<3 {
            _ = flapping.take(2, [Self.link])
            _ = flapping.take(7, [])
        }
        #expect(flapping.take(30, [Self.link]).isEmpty)
        flapping.minute += 60
        #expect(flapping.take(1, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        #expect(flapping.take(90, [Self.link]).isEmpty)
    }

    @Test("A clock that goes back publishes nothing twice and loses nothing")
    func clockGoesBack() {
        var stage = Stage()
        #expect(stage.take(3, [Self.link]).count == 1)
        stage.minute -= 3
        #expect(stage.take(5, [Self.link]).isEmpty)
        #expect(stage.take(6, []).flatMap { $0 }.map(\.state) == [.resolved])
        stage.minute -= 1
        #expect(stage.take(1, []).isEmpty)
    }

    @Test("An alarm that became worse in a silence is published at its end")
    func worseInSilence() {
        var stage = Stage()
        #expect(stage.take(3, [Self.disk]).count == 1)
        stage.records.silences = [Self.silence(9, nil, from: stage.now, minutes: 10)]
        var published: [Alarm] = []
        for _ in 0..<20 {
            var readings = AlarmReadings(at: stage.now)
            readings.bad = [AlarmReading(Self.disk, severity: .critical, value: 0, limit: 1)]
            stage.evaluation.take(readings, into: &stage.records)
            published += stage.records.notices.flatMap(\.alarms)
            stage.records.notices = []
            stage.minute += 1
        }
        #expect(published.map(\.severity) == [.critical])
    }

    @Test("A channel that is configured later receives what still fires")
    func laterChannel() {
        var stage = Stage(channels: [])
        #expect(stage.take(5, [Self.link]).isEmpty)
        var next = Stage()
        (next.records, next.minute) = (stage.records, stage.minute)
        #expect(next.take(5, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
    }

    @Test("Resolved alarms are dropped after 90 days")
    func expiry() {
        var stage = Stage()
        stage.records.silences = [Self.silence(1, nil, from: stage.now - .days(1), minutes: 60)]
        stage.records.nextNumber = 2
        _ = stage.take(2, [Self.link, Self.disk])
        _ = stage.take(7, [Self.disk])
        stage.evaluation.expire(at: stage.now + .days(88), in: &stage.records)
        #expect(stage.records.alarms.count == 2 && stage.records.silences.count == 1)
        stage.evaluation.expire(at: stage.now + .days(90), in: &stage.records)
        #expect(stage.records.alarms.map(\.key) == [Self.disk])
        #expect(stage.records.silences.isEmpty)
    }

    @Test("Taking the same readings again where nothing is bad changes nothing")
    func unchanged() {
        let stage = Stage()
        var records = AlarmRecords()
        stage.evaluation.take(AlarmReadings(at: stage.now), into: &records)
        #expect(records == AlarmRecords())
        var readings = AlarmReadings(at: stage.now)
        readings.bad = [AlarmReading(Self.disk, severity: .warning, value: 1, limit: 1)]
        stage.evaluation.take(readings, into: &records)
        #expect(records.alarms.map(\.state) == [.pending])
    }

    private static func silence(
        _ number: Int64,
        _ name: AlarmName?,
        from instant: Instant,
        minutes: Int64
    ) -> AlarmSilence {
        AlarmSilence(
            number: number,
            name: name,
            app: nil,
            subject: nil,
            from: instant,
            until: instant + .minutes(minutes),
            reason: "maintenance",
            by: "key"
        )
    }
}
