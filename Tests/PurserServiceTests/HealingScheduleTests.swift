import Ledger
import PurserService
import Testing

@Suite struct HealingScheduleTests {
    private static let start = Instant(milliseconds: 1_767_225_600_000)

    /// A schedule whose first reading, at the start, has ended.
    private static func begun(wasWhole: Bool = true) -> HealingSchedule {
        var schedule = HealingSchedule()
        _ = schedule.begins(at: Self.start, outage: OutageNote())
        schedule.end(at: Self.start, wasWhole: wasWhole)
        return schedule
    }

    /// The first instants at which a reading begins, checked every five seconds.
    private static func beginnings(
        _ schedule: HealingSchedule,
        outage: OutageNote = OutageNote(),
        count: Int,
        wasWhole: Bool
    ) -> [Span] {
        var schedule = schedule
        var found: [Span] = []
        for step in 1...4000 {
            let now = Self.start + .seconds(Int64(step) * 5)
            guard schedule.begins(at: now, outage: outage) else { continue }
            found.append(now - Self.start)
            schedule.end(at: now, wasWhole: wasWhole)
            if found.count == count { break }
        }
        return found
    }

    @Test("The history is read at the start")
    func atStart() {
        var schedule = HealingSchedule()
        let begins = schedule.begins(at: Self.start, outage: OutageNote())
        #expect(begins)
    }

    @Test("The history is read every hour")
    func hourly() {
        #expect(Self.beginnings(Self.begun(), count: 2, wasWhole: true) == [.hours(1), .hours(2)])
    }

    @Test("A failure is tried again with growing pauses, up to a maximum")
    func failures() {
        let found = Self.beginnings(Self.begun(wasWhole: false), count: 7, wasWhole: false)
        #expect(found == [1, 3, 7, 15, 31, 47, 63].map { Span.minutes($0) })
    }

    @Test("After an outage the history is read at once, and once")
    func outage() {
        let outage = OutageNote()
        outage.note(at: Self.start + .seconds(2))
        #expect(
            Self.beginnings(Self.begun(), outage: outage, count: 2, wasWhole: true) == [.seconds(5), .seconds(3605)]
        )
    }

    @Test("An outage that was over before the last reading has no effect")
    func oldOutage() {
        let outage = OutageNote()
        outage.note(at: Self.start - .seconds(1))
        #expect(Self.beginnings(Self.begun(), outage: outage, count: 1, wasWhole: true) == [.hours(1)])
    }

    @Test("A machine that was suspended reads when it resumes", arguments: [(9, false), (11, true)])
    func asleep(minutes: Int64, expected: Bool) {
        var schedule = Self.begun()
        let begins = schedule.begins(at: Self.start + .minutes(minutes), outage: OutageNote())
        #expect(begins == expected)
    }
}
