import Ledger
import Testing

@Suite struct AlarmBoardTests {
    private static let link = AlarmKey(.linkDown, subject: "api.storekit.itunes.apple.com")
    private static let disk = AlarmKey(.diskFilling)

    /// A board, a book, and a clock of minutes.
    private struct Desk {
        var book = AlarmBook()
        var minute: Int64 = 1000
        let board: AlarmBoard

        init(channels: [String] = ["email"], holds: Int64 = 1, clears: Int64 = 5) {
            var thresholds = AlarmThresholds()
            for name in AlarmName.allCases {
                thresholds[name].holds = .minutes(holds)
                thresholds[name].clears = .minutes(clears)
            }
            self.board = AlarmBoard(thresholds, channels: channels)
        }

        var now: Instant { Instant(milliseconds: self.minute * 60_000) }

        /// Takes readings each minute, and returns what was told: the states by the key.
        mutating func take(_ minutes: Int, _ bad: [AlarmKey], unknown: Set<AlarmKey> = []) -> [[Alarm]] {
            var told: [[Alarm]] = []
            for _ in 0..<minutes {
                var readings = AlarmReadings(at: self.now)
                readings.bad = bad.map { AlarmReading($0, severity: .warning, value: 1, limit: 1) }
                readings.unknown = unknown
                self.board.take(readings, into: &self.book)
                told += self.book.notices.map(\.alarms)
                self.book.notices = []
                self.minute += 1
            }
            return told
        }
    }

    @Test(
        "An alarm is pending until it was bad for long enough, fires, and is resolved once it was good for long enough"
    )
    func states() {
        var desk = Desk()
        #expect(desk.take(1, [Self.link]).isEmpty)
        #expect(desk.book.alarms.map(\.state) == [.pending])
        #expect(desk.take(1, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        #expect(desk.take(5, []).isEmpty)
        #expect(desk.take(1, []).flatMap { $0 }.map(\.state) == [.resolved])
        #expect(desk.book.alarms.map(\.state) == [.resolved])
        #expect(desk.take(10, []).isEmpty)
    }

    @Test("What is bad for a moment is forgotten")
    func moment() {
        var desk = Desk()
        for _ in 0..<10 {
            #expect(desk.take(1, [Self.link]).isEmpty)
            #expect(desk.take(1, []).isEmpty)
        }
        #expect(desk.book.alarms.isEmpty)
    }

    @Test("An alarm that is bad again before it was resolved is the same alarm")
    func comesBack() {
        var desk = Desk()
        #expect(desk.take(2, [Self.link]).count == 1)
        for _ in 0..<20 {
            #expect(desk.take(4, []).isEmpty)
            #expect(desk.take(1, [Self.link]).isEmpty)
        }
        #expect(desk.book.alarms.map(\.state) == [.firing])
        #expect(desk.book.alarms[0].goodSince == nil)
    }

    @Test("An alarm that is unknown stays as it is")
    func unknown() {
        var desk = Desk()
        #expect(desk.take(2, [Self.link]).count == 1)
        #expect(desk.take(100, [], unknown: [Self.link]).isEmpty)
        #expect(desk.book.alarms.map(\.state) == [.firing])
    }

    @Test("An alarm that flaps is told of once more, and then once an hour at most")
    func flapping() {
        var desk = Desk()
        var told: [Alarm] = []
        // Two minutes bad, seven good: it is resolved, and bad again within ten minutes.
        for _ in 0..<40 {
            told += desk.take(2, [Self.link]).flatMap { $0 }
            told += desk.take(7, []).flatMap { $0 }
        }
        let firings = told.filter { $0.state == .firing }.compactMap(\.firedAt)
        #expect(firings.count >= 6 && firings.count <= 8)
        for (one, next) in zip(firings.dropFirst(), firings.dropFirst(2)) { #expect(next - one >= .hours(1)) }
        #expect(told.filter { $0.state == .resolved }.count == firings.count)
    }

    @Test("A flapping alarm that goes on firing is told of when the hour is over")
    func flappingAndStaying() {
        var desk = Desk()
        for _ in 0..<3 {
            _ = desk.take(2, [Self.link])
            _ = desk.take(7, [])
        }
        let told = desk.take(120, [Self.link]).flatMap { $0 }
        #expect(told.map(\.state) == [.firing])
    }

    @Test("One notice a channel tells of everything that happened at a time, in order")
    func grouping() {
        var desk = Desk(channels: ["email", "slack"])
        _ = desk.take(1, [Self.link])
        let hosts = (1...5).map { AlarmKey(.linkDown, subject: "host\($0)") }
        desk.minute += 60
        let told = desk.take(2, [Self.disk] + hosts)
        #expect(told.count == 2)
        #expect(told[0] == told[1])
        #expect(told[0].map(\.key) == [Self.disk] + hosts)
        #expect(told[0].map(\.number) == told[0].map(\.number).sorted())
    }

    @Test("A silenced alarm is told to nobody, and afterwards if it still fires")
    func silence() {
        for isStill in [true, false] {
            var desk = Desk()
            desk.book.silences = [Self.silence(1, .linkDown, from: desk.now, minutes: 60)]
            desk.book.nextNumber = 2
            #expect(desk.take(30, [Self.link]).isEmpty)
            #expect(desk.book.alarms.map(\.state) == [.firing])
            #expect(desk.take(2, [Self.link, Self.disk]).flatMap { $0 }.map(\.key) == [Self.disk])
            let told = desk.take(60, isStill ? [Self.link, Self.disk] : [Self.disk]).flatMap { $0 }
            #expect(told.map(\.state) == (isStill ? [.firing] : []))
        }
    }

    @Test("Who was told that an alarm fires is told that it is resolved, also while it is silenced by now")
    func resolvedInSilence() {
        var desk = Desk()
        #expect(desk.take(3, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        desk.book.silences = [Self.silence(2, .linkDown, from: desk.now, minutes: 600)]
        desk.book.nextNumber = 3
        #expect(desk.take(30, [Self.link]).isEmpty)
        #expect(desk.take(10, []).flatMap { $0 }.map(\.state) == [.resolved])
    }

    @Test("A silence that a person ends early tells at once of what still fires")
    func endedSilence() {
        var desk = Desk()
        desk.book.silences = [Self.silence(1, nil, from: desk.now, minutes: 600)]
        desk.book.nextNumber = 2
        #expect(desk.take(30, [Self.link]).isEmpty)
        desk.book.silences[0].until = desk.now - .seconds(20)
        #expect(desk.take(1, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        #expect(desk.take(30, [Self.link]).isEmpty)
    }

    @Test("An alarm that becomes worse is told of again, once")
    func worse() {
        var desk = Desk()
        #expect(desk.take(3, [Self.disk]).count == 1)
        for expected in [1, 0] {
            var readings = AlarmReadings(at: desk.now)
            readings.bad = [AlarmReading(Self.disk, severity: .critical, value: 0, limit: 1)]
            desk.board.take(readings, into: &desk.book)
            #expect(desk.book.notices.count == expected)
            desk.book.notices = []
            desk.minute += 1
        }
        #expect(desk.book.alarms.map(\.severity) == [.critical])
    }

    @Test("A book keeps no more than its bounds, and drops what is over first")
    func bounds() {
        var desk = Desk(holds: 0, clears: 0)
        let first = (0..<600).map { AlarmKey(.backlog, subject: "a\($0)") }
        let second = (0..<900).map { AlarmKey(.backlog, subject: "b\($0)") }
        _ = desk.take(1, first)
        _ = desk.take(1, second)
        #expect(desk.book.alarms.count == AlarmBook.greatestAlarmCount)
        #expect(desk.book.alarms.count { $0.state == .firing } == 900)
    }

    @Test("Of the notices of each channel the oldest are dropped, and those of another channel stay")
    func surplus() {
        var desk = Desk()
        let count = AlarmBook.greatestNoticeCount
        desk.book.notices = (0..<count + 110).map { number in
            AlarmNotice(
                number: Int64(number + 10_000),
                channel: number < 10 ? "slack" : "email",
                alarms: [],
                writtenAt: desk.now,
                dueAt: desk.now
            )
        }
        let dropped = desk.board.expire(at: desk.now, in: &desk.book)
        #expect(dropped.map(\.number) == Array(10_010..<10_110))
        #expect(desk.book.notices.count { $0.channel == "email" } == count)
        #expect(desk.book.notices.count { $0.channel == "slack" } == 10)
        #expect(desk.book.notices.first { $0.channel == "email" }?.number == 10_110)
    }

    @Test("A channel that is down for three days while alarms come and go loses nothing, and another gets each at once")
    func merging() {
        var desk = Desk(channels: ["email", "slack"], holds: 0, clears: 0)
        var received: [AlarmNotice] = []
        var dropped: [AlarmNotice] = []
        for minute in 0..<(3 * 24 * 60) {
            var readings = AlarmReadings(at: desk.now)
            if minute % 20 == 0 {
                readings.bad = [AlarmReading(Self.disk, severity: .warning, value: 1, limit: 1)]
            }
            dropped += desk.board.take(readings, into: &desk.book)
            received += desk.book.notices.filter { $0.channel == "slack" }
            desk.book.notices.removeAll { $0.channel == "slack" }
            desk.minute += 1
        }
        #expect(dropped.isEmpty)
        #expect(received.count == 432)
        #expect(received.allSatisfy { $0.alarms.count == 1 })
        let waiting = desk.book.notices
        #expect(waiting.flatMap(\.alarms) == received.flatMap(\.alarms))
        #expect(waiting.count <= 3 * 24 + 2)
        #expect(waiting.map(\.number) == waiting.map(\.number).sorted())
        #expect(waiting[0].alarms.count == 1, "It may be on its way.")
        for notice in waiting {
            let times = notice.alarms.map { $0.resolvedAt ?? $0.since }
            #expect(times.allSatisfy { $0 - notice.writtenAt < AlarmBook.mergedWithin })
        }
    }

    @Test("Of an alarm that becomes worse while its channel is down the merged notice has the worse, once")
    func mergedWorse() {
        var desk = Desk(holds: 0, clears: 0)
        func take(_ key: AlarmKey..., severity: AlarmReading.Severity = .warning) {
            var readings = AlarmReadings(at: desk.now)
            readings.bad = key.map { AlarmReading($0, severity: severity, value: 1, limit: 1) }
            desk.board.take(readings, into: &desk.book)
            desk.minute += 1
        }
        take(Self.disk)
        take(Self.disk, Self.link)
        take(Self.link, severity: .critical)
        let waiting = desk.book.notices.map {
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

    @Test("What could be published while no node evaluated alarms is published by the next one, once")
    func gap() {
        var silent = Desk()
        silent.book.silences = [Self.silence(1, .linkDown, from: silent.now, minutes: 60)]
        silent.book.nextNumber = 2
        #expect(silent.take(58, [Self.link]).isEmpty)
        // The silence ends while the server is updated.
        silent.minute += 6
        #expect(silent.take(1, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
        #expect(silent.take(90, [Self.link]).isEmpty)
        #expect(silent.take(10, []).flatMap { $0 }.map(\.state) == [.resolved])

        var flapping = Desk()
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
        var desk = Desk()
        #expect(desk.take(3, [Self.link]).count == 1)
        desk.minute -= 3
        #expect(desk.take(5, [Self.link]).isEmpty)
        #expect(desk.take(6, []).flatMap { $0 }.map(\.state) == [.resolved])
        desk.minute -= 1
        #expect(desk.take(1, []).isEmpty)
    }

    @Test("An alarm that became worse in a silence is published at its end")
    func worseInSilence() {
        var desk = Desk()
        #expect(desk.take(3, [Self.disk]).count == 1)
        desk.book.silences = [Self.silence(9, nil, from: desk.now, minutes: 10)]
        var published: [Alarm] = []
        for _ in 0..<20 {
            var readings = AlarmReadings(at: desk.now)
            readings.bad = [AlarmReading(Self.disk, severity: .critical, value: 0, limit: 1)]
            desk.board.take(readings, into: &desk.book)
            published += desk.book.notices.flatMap(\.alarms)
            desk.book.notices = []
            desk.minute += 1
        }
        #expect(published.map(\.severity) == [.critical])
    }

    @Test("A channel that is configured later receives what still fires")
    func laterChannel() {
        var desk = Desk(channels: [])
        #expect(desk.take(5, [Self.link]).isEmpty)
        var next = Desk()
        (next.book, next.minute) = (desk.book, desk.minute)
        #expect(next.take(5, [Self.link]).flatMap { $0 }.map(\.state) == [.firing])
    }

    @Test("What is over is dropped after 90 days")
    func expiry() {
        var desk = Desk()
        desk.book.silences = [Self.silence(1, nil, from: desk.now - .days(1), minutes: 60)]
        desk.book.nextNumber = 2
        _ = desk.take(2, [Self.link, Self.disk])
        _ = desk.take(7, [Self.disk])
        desk.board.expire(at: desk.now + .days(88), in: &desk.book)
        #expect(desk.book.alarms.count == 2 && desk.book.silences.count == 1)
        desk.board.expire(at: desk.now + .days(90), in: &desk.book)
        #expect(desk.book.alarms.map(\.key) == [Self.disk])
        #expect(desk.book.silences.isEmpty)
    }

    @Test("Taking the same readings again where nothing is bad changes nothing")
    func unchanged() {
        let desk = Desk()
        var book = AlarmBook()
        desk.board.take(AlarmReadings(at: desk.now), into: &book)
        #expect(book == AlarmBook())
        var readings = AlarmReadings(at: desk.now)
        readings.bad = [AlarmReading(Self.disk, severity: .warning, value: 1, limit: 1)]
        desk.board.take(readings, into: &book)
        #expect(book.alarms.map(\.state) == [.pending])
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
