import Foundation
import Ledger
import PurserTesting
import Testing

@Suite struct PacificDayTests {
    private static func instant(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    private static func day(_ text: String) throws -> PacificDay { try #require(PacificDay(text: text)) }

    @Test(
        "A day begins at midnight in Pacific time and has 23, 24 or 25 hours",
        arguments: [
            ("2026-01-15", "2026-01-15T08:00:00Z", 24), ("2026-03-07", "2026-03-07T08:00:00Z", 24),
            ("2026-03-08", "2026-03-08T08:00:00Z", 23), ("2026-03-09", "2026-03-09T07:00:00Z", 24),
            ("2026-07-04", "2026-07-04T07:00:00Z", 24), ("2026-10-31", "2026-10-31T07:00:00Z", 24),
            ("2026-11-01", "2026-11-01T07:00:00Z", 25), ("2026-11-02", "2026-11-02T08:00:00Z", 24),
            ("2024-03-10", "2024-03-10T08:00:00Z", 23), ("2024-11-03", "2024-11-03T07:00:00Z", 25),
            ("2015-03-08", "2015-03-08T08:00:00Z", 23), ("2015-11-01", "2015-11-01T07:00:00Z", 25),
            ("2027-03-14", "2027-03-14T08:00:00Z", 23), ("2027-11-07", "2027-11-07T07:00:00Z", 25),
            ("2028-02-29", "2028-02-29T08:00:00Z", 24),
        ] as [(String, String, Int64)]
    )
    func bounds(text: String, begin: String, hours: Int64) throws {
        let day = try Self.day(text)
        #expect(day.begin == (try Self.instant(begin)))
        #expect(day.hourCount == hours)
        #expect(day.text == text)
        #expect(PacificDay(of: day.begin) == day)
        #expect(PacificDay(of: day.end) == day + 1)
        #expect(PacificDay(of: day.end - Span(milliseconds: 1)) == day)
    }

    @Test("Instants before and after a change of the clocks are on the day of their local date")
    func changes() throws {
        #expect(PacificDay(of: try Self.instant("2026-03-08T09:59:59.999Z")).text == "2026-03-08")
        #expect(PacificDay(of: try Self.instant("2026-03-08T10:00:00Z")).text == "2026-03-08")
        #expect(PacificDay(of: try Self.instant("2026-03-09T06:59:59.999Z")).text == "2026-03-08")
        #expect(PacificDay(of: try Self.instant("2026-11-02T07:59:59.999Z")).text == "2026-11-01")
        #expect(PacificDay(of: try Self.instant("2026-11-02T08:00:00Z")).text == "2026-11-02")
    }

    @Test("Days are contiguous, and their bounds are quarters of an hour in UTC")
    func succession() throws {
        var day = try Self.day("2007-11-05")
        let last = try Self.day("2100-01-01")
        while day < last {
            #expect(day.begin.milliseconds % 900_000 == 0)
            #expect((23...25).contains(day.hourCount))
            #expect(PacificDay(of: day.begin) == day)
            #expect(PacificDay(of: day.begin - Span(milliseconds: 1)) == day + -1)
            day = day + 1
        }
    }

    @Test("The rule agrees with the time zone database", arguments: 0..<8 as Range<UInt64>)
    func database(seed: UInt64) throws {
        let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            // From 2008 to 2036: the database's file lists the changes of those years one by one.
            let seconds = 1_199_145_600 + Int64(generator.next() % 883_000_000)
            let date = Date(timeIntervalSince1970: Double(seconds))
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let day = PacificDay(of: Instant(milliseconds: seconds * 1000))
            let expected = [parts.year, parts.month, parts.day].map { $0 ?? 0 }
            #expect(day.text.split(separator: "-").map { Int($0) ?? -1 } == expected, "seed \(seed), \(seconds)")
            let midnight = Double(day.begin.milliseconds / 1000)
            #expect(calendar.startOfDay(for: date) == Date(timeIntervalSince1970: midnight), "seed \(seed), \(seconds)")
        }
    }

    @Test("Instants outside of every calendar have a day, and texts that are no date have none")
    func strange() {
        #expect(PacificDay(of: Instant(milliseconds: .max)).text == "9999-12-31")
        #expect(PacificDay(of: Instant(milliseconds: .min)) <= PacificDay(of: Instant(milliseconds: 0)))
        for text in ["", "2026-02-29", "2026-3-1", "03/01/2026", "2026-03-01T"] {
            #expect(PacificDay(text: text) == nil)
        }
    }
}

@Suite("Spans of days")
struct PacificDaySpanTests {
    private static func day(_ text: String) throws -> PacificDay { try #require(PacificDay(text: text)) }

    @Test("Contiguous days are one span, up to the maximum number of days")
    func spans() throws {
        let days = try ["2026-03-03", "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-07"].map(Self.day)
        let (first, second, third, last) = (days[1], days[2], days[0], days[4])
        #expect(PacificDay.spans(of: days) == [first...third, last...last])
        #expect(PacificDay.spans(of: days, upTo: 2) == [first...second, third...third, last...last])
        #expect(PacificDay.spans(of: []).isEmpty)
    }

    @Test("A calendar week begins on its Monday, also before 1970")
    func mondays() throws {
        for text in ["2026-03-02", "2026-03-04", "2026-03-08"] {
            #expect(try Self.day(text).monday == Self.day("2026-03-02"))
        }
        #expect(PacificDay(number: -4).monday.number == -10)
        #expect(PacificDay(number: -3).monday.number == -3)
    }
}
