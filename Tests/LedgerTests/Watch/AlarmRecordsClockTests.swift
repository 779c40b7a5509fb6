import Ledger
import Testing

/// Alarms after the clock has gone back.
@Suite struct AlarmRecordsClockTests {
    @Test("Future instants are set back to now, and past ones remain")
    func turnedBack() {
        func instant(_ minute: Int64) -> Instant { MetricResolution.minute.begin(ofPoint: minute) }
        let key = AlarmKey(.linkDown, app: nil, environment: nil, subject: "a")
        func alarm(_ number: Int64, since: Int64) -> Alarm {
            Alarm(
                number: number,
                key: key,
                state: .firing,
                since: instant(since),
                firedAt: instant(since + 1),
                goodSince: instant(since + 2),
                reading: AlarmReading(key, severity: .warning, value: 1, limit: 1),
                severity: .warning
            )
        }
        var records = AlarmRecords(alarms: [alarm(1, since: 10), alarm(2, since: 500)])
        records.turnBack(to: instant(100))
        #expect(records.alarms[0] == alarm(1, since: 10))
        #expect(records.alarms[1].since == instant(100) && records.alarms[1].firedAt == instant(100))
        #expect(records.alarms[1].goodSince == instant(100) && records.alarms[1].resolvedAt == nil)
    }

    @Test(
        "Notices of a clock that was ahead are due now, and silences begin now and keep their length"
    )
    func turnedBackBesides() {
        func instant(_ minute: Int64) -> Instant { MetricResolution.minute.begin(ofPoint: minute) }
        func notice(_ number: Int64, writtenAt: Int64, dueAt: Int64) -> AlarmNotice {
            AlarmNotice(
                number: number,
                channel: "email",
                alarms: [],
                writtenAt: instant(writtenAt),
                dueAt: instant(dueAt),
                failures: 1
            )
        }
        func silence(_ number: Int64, _ from: Int64, _ until: Int64) -> AlarmSilence {
            AlarmSilence(
                number: number,
                name: nil,
                app: nil,
                subject: nil,
                from: instant(from),
                until: instant(until),
                reason: "update",
                by: "ada"
            )
        }
        var records = AlarmRecords(
            silences: [silence(1, 90, 200), silence(2, 700, 760), silence(3, 101, 160)],
            notices: [
                notice(4, writtenAt: 95, dueAt: 110),
                notice(5, writtenAt: 110, dueAt: 111),
                notice(6, writtenAt: 95, dueAt: 500),
            ]
        )
        records.turnBack(to: instant(100))
        #expect(records.notices[0] == notice(4, writtenAt: 95, dueAt: 110))
        #expect(records.notices[1] == notice(5, writtenAt: 100, dueAt: 100))
        #expect(records.notices[2] == notice(6, writtenAt: 95, dueAt: 100))
        #expect(records.silences == [silence(1, 90, 200), silence(2, 100, 160), silence(3, 100, 160)])
        let key = AlarmKey(.linkDown, app: nil, environment: nil, subject: "a")
        #expect(records.silences[1].covers(key, at: instant(100)))
    }
}
