import Ledger
import Testing

/// Alarms after the clock has gone back.
@Suite struct AlarmBookClockTests {
    @Test("What lies ahead comes back to now, and what is past stays")
    func turnedBack() {
        func instant(_ minute: Int64) -> Instant { FigureTier.minute.begin(ofPoint: minute) }
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
        var book = AlarmBook(alarms: [alarm(1, since: 10), alarm(2, since: 500)])
        book.turnBack(to: instant(100))
        #expect(book.alarms[0] == alarm(1, since: 10))
        #expect(book.alarms[1].since == instant(100) && book.alarms[1].firedAt == instant(100))
        #expect(book.alarms[1].goodSince == instant(100) && book.alarms[1].resolvedAt == nil)
    }
}
