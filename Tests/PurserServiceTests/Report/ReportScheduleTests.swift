import Ledger
import PurserService
import Testing

@Suite struct ReportScheduleTests {
    private static let schedule = ReportSchedule(vendor: "85012345")

    private static func at(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: "2026-\(text):00Z"))
    }

    private static func day(_ text: String) throws -> CivilDay {
        CivilDay(of: try #require(Instant(rfc3339: text + "T00:00:00Z")))
    }

    private static func due(
        _ slot: ReportRecord.Slot,
        _ known: ReportSchedule.Knowledge?,
        now: Instant
    ) -> Instant? {
        let known = known.map { [slot: $0] } ?? [:]
        return Self.schedule.entries(at: now, known: known).first { $0.slot == slot }?.dueAt
    }

    @Test("The first start goes back a year for days and thirteen fiscal months, newest first")
    func start() throws {
        let now = try Self.at("03-10T16:29")
        let entries = Self.schedule.entries(at: now, known: [:])
        #expect(entries.count == 365 * 4 + 13 * 2)
        let due = entries.filter { $0.dueAt <= now }.map(\.slot)
        #expect(
            due.prefix(4)
                == [
                    Self.schedule.slot(.sales, .day(try Self.day("2026-03-08"))),
                    Self.schedule.slot(.subscription, .day(try Self.day("2026-03-08"))),
                    Self.schedule.slot(.subscriptionEvent, .day(try Self.day("2026-03-08"))),
                    Self.schedule.slot(.subscriber, .day(try Self.day("2026-03-08"))),
                ]
        )
        let oldest = due.last { !$0.kind.isFinance }
        #expect(oldest == Self.schedule.slot(.subscriber, .day(try Self.day("2025-03-10"))))
        let finance = due.first { $0.kind.isFinance }
        let february = try #require(FiscalMonth(text: "2026-05"))
        #expect(
            finance
                == ReportRecord.Slot(
                    kind: .financial,
                    period: .fiscalMonth(february),
                    region: "ZZ",
                    vendor: "85012345"
                )
        )
        let detail = due.first { $0.kind == .financeDetail }
        #expect(detail?.region == "Z1")
        // A minute later the day before is due, at half past eight in winter and half past nine in summer.
        let later = Self.schedule.entries(at: now + .minutes(1), known: [:]).filter { $0.dueAt <= now + .minutes(1) }
        #expect(later.first?.slot == Self.schedule.slot(.sales, .day(try Self.day("2026-03-09"))))
        #expect(later.count == due.count + 4)
    }

    @Test("A day's reports are due at 16:30 UTC of the next day, and a finance report 33 days after its fiscal month")
    func due() throws {
        let day = try #require(PacificDay(text: "2026-03-01"))
        #expect(ReportSchedule.dueInstant(of: day) == (try Self.at("03-02T16:30")))
        // February 2026, which ends on the 28th.
        let february = try #require(FiscalMonth(text: "2026-05"))
        #expect(ReportSchedule.financeReportDay(of: february).text == "2026-04-02")
    }

    @Test(
        "A daily report is requested when it appears, again for a week, and less and less often while it is late",
        arguments: [
            (ReportSchedule.Knowledge.State.kept, "03-02T16:31", "03-03T16:30"),
            (.kept, "03-05T10:00", "03-05T16:30"), (.kept, "03-08T16:29", "03-08T16:30"),
            (.kept, "03-08T16:30", "never"), (.kept, "05-01T00:00", "never"),
            (.absent(.noSales), "03-02T16:31", "03-03T16:30"), (.absent(.noSales), "03-09T00:00", "never"),
            (.absent(.gone), "03-02T16:31", "never"),
            (.absent(.notYet), "03-02T16:30", "03-02T16:45"), (.absent(.notYet), "03-02T20:30", "03-02T22:30"),
            (.absent(.notYet), "03-07T16:30", "03-08T16:30"), (.absent(.notYet), "03-12T16:30", "03-17T16:30"),
            (.failed(count: 1), "03-04T12:00", "03-04T12:15"), (.failed(count: 3), "03-04T12:00", "03-04T13:00"),
            (.failed(count: 200), "03-04T12:00", "03-05T12:00"),
        ]
    )
    func days(state: ReportSchedule.Knowledge.State, asked: String, expected: String) throws {
        let slot = Self.schedule.slot(.sales, .day(try Self.day("2026-03-01")))
        let askedAt = try Self.at(asked)
        #expect(Self.due(slot, nil, now: askedAt) == (try Self.at("03-02T16:30")))
        let known = ReportSchedule.Knowledge(state, since: askedAt, askedAt: askedAt)
        #expect(Self.due(slot, known, now: askedAt) == (expected == "never" ? nil : try Self.at(expected)))
    }

    @Test(
        "A server that starts requests again only days whose report Apple may have corrected recently",
        arguments: [ReportSchedule.Knowledge.State.kept, .absent(.noSales)]
    )
    func restart(state: ReportSchedule.Knowledge.State) throws {
        let slot = Self.schedule.slot(.sales, .day(try Self.day("2026-03-01")))
        // The database's state after a restart: the arrival of the report, not the later requests.
        let imported = try Self.at("03-02T16:31")
        let known = ReportSchedule.Knowledge(state, since: imported, askedAt: imported)
        #expect(Self.due(slot, known, now: try Self.at("03-15T16:29")) == (try Self.at("03-03T16:30")))
        #expect(Self.due(slot, known, now: try Self.at("03-15T16:30")) == nil)
        #expect(Self.due(slot, known, now: try Self.at("11-20T00:00")) == nil)
    }

    @Test(
        "A report of a fiscal month is requested daily from the fifth day after its end, and once more a week later",
        arguments: [
            (
                ReportSchedule.Knowledge.State.absent(.notYet), "03-05T16:30", "03-05T16:30", "04-01T00:00",
                "03-06T16:30"
            ),
            (.absent(.notYet), "04-01T12:00", "04-01T12:00", "04-02T00:00", "04-02T12:00"),
            (.absent(.notYet), "05-05T16:30", "05-05T16:30", "05-06T00:00", "06-05T04:30"),
            (.kept, "04-02T17:00", "04-02T17:00", "04-02T18:00", "04-09T17:00"),
            (.kept, "04-02T17:00", "04-09T17:00", "04-10T00:00", "never"),
            (.kept, "04-02T17:00", "04-02T17:00", "04-20T00:00", "never"),
            (.absent(.noSales), "03-05T16:30", "03-05T16:30", "03-06T00:00", "03-12T16:30"),
            (.absent(.noSales), "04-25T00:00", "04-25T00:00", "04-26T00:00", "never"),
        ]
    )
    func months(
        state: ReportSchedule.Knowledge.State,
        since: String,
        asked: String,
        now: String,
        expected: String
    ) throws {
        // February 2026, which ends on the 28th.
        let february = try #require(FiscalMonth(text: "2026-05"))
        let slot = Self.schedule.slot(.financeDetail, .fiscalMonth(february))
        let now = try Self.at(now)
        #expect(Self.due(slot, nil, now: now) == (try Self.at("03-05T16:30")))
        let known = ReportSchedule.Knowledge(state, since: try Self.at(since), askedAt: try Self.at(asked))
        #expect(Self.due(slot, known, now: now) == (expected == "never" ? nil : try Self.at(expected)))
    }

    @Test("Normally a daily report is requested seven times, and a missed week is caught up once")
    func lifetime() throws {
        let slot = Self.schedule.slot(.subscriber, .day(try Self.day("2026-03-01")))
        func questions(from start: Instant) -> Int {
            var count = 0
            var now = start
            var known: ReportSchedule.Knowledge?
            while let due = Self.due(slot, known, now: now), count < 100 {
                now = max(now, due)
                known = ReportSchedule.Knowledge(.kept, since: known?.since ?? now, askedAt: now)
                count += 1
            }
            return count
        }
        #expect(questions(from: try Self.at("03-02T12:00")) == 7)
        #expect(questions(from: try Self.at("03-05T12:00")) == 5)
        #expect(questions(from: try Self.at("04-01T00:00")) == 1)
    }
}
