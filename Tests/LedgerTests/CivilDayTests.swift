import Ledger
import Testing

/// Days are named for every instant, also for those that only forged or faulty evidence states.
@Suite struct CivilDayTests {
    @Test(
        "A day is written and read back",
        arguments: [("1969-12-31", -1), ("1970-01-01", 0), ("2024-02-29", 19_782), ("2026-03-01", 20_513)]
    )
    func text(text: String, number: Int) throws {
        let day = try #require(CivilDay(text: text))
        #expect(day.number == Int64(number) && day.text == text)
        #expect(CivilDay(year: day.date.year, month: day.date.month) == day + Int64(1 - day.date.day))
    }

    @Test(
        "What is no date of the calendar is no day",
        arguments: ["2026-02-29", "2026-13-01", "2026-3-1", "today", ""]
    )
    func refused(text: String) { #expect(CivilDay(text: text) == nil) }

    @Test("Days follow each other at midnight, and the week has one Sunday")
    func order() throws {
        let sunday = try #require(CivilDay(text: "2026-03-01"))
        #expect((0..<7).map { (sunday + $0).isSunday } == [true] + Array(repeating: false, count: 6))
        let midnight = try #require(Instant(rfc3339: "2026-03-01T00:00:00Z"))
        #expect(CivilDay(of: midnight) == sunday && CivilDay(of: midnight - .seconds(1)) < sunday)
        #expect((sunday + 31) - sunday == 31)
    }

    @Test("A day has the month of its date, and a month has its first day, also long before and after all dates")
    func months() throws {
        for (text, month) in [("1969-12-31", -1), ("1970-01-31", 0), ("2024-02-29", 649), ("2024-03-01", 650)] {
            let day = try #require(CivilDay(text: text))
            #expect(day.month == Int64(month), "\(text)")
        }
        let first = try #require(CivilDay(text: "1999-12-01"))
        for number in (first.number)..<(first.number + 1000) {
            let day = CivilDay(number: number)
            let (year, month, _) = day.date
            #expect(day.month == Int64((year - 1970) * 12 + month - 1))
            #expect(CivilDay(firstOf: day.month) == CivilDay(year: year, month: month))
        }
        for month in [Int64(-40_000_000), -23_641, 0, 96_359, 40_000_000] {
            let day = CivilDay(firstOf: month)
            #expect(day.month == month && (day + -1).month == month - 1)
        }
    }

    @Test("The days of the earliest and the latest instant have a text and a date", arguments: [Int64.min, .max])
    func extremes(milliseconds: Int64) {
        let day = CivilDay(of: Instant(milliseconds: milliseconds))
        #expect(!day.text.isEmpty)
        #expect((1...12).contains(day.date.month) && (1...31).contains(day.date.day))
        #expect(!CivilDay(number: milliseconds).text.isEmpty)
    }

    @Test("Each day of a calendar is one span, also where clocks were set back over midnight")
    func days() {
        // In 2010, Newfoundland set clocks back by an hour at 00:01 on 7 November, and Casey by three at 02:00 on 5 March.
        for (zone, beginning) in [
            ("America/St_Johns", "2010-11-05T00:00:00Z"), ("Antarctica/Casey", "2010-03-03T00:00:00Z"),
        ] {
            let calendar = FigureCalendar(timeZone: zone)
            let first = FigureBucket(Instant(rfc3339: beginning) ?? Instant(milliseconds: 0)).number
            for number in first..<first + 4 * 96 {
                let bucket = FigureBucket(number: number)
                let day = calendar.day(of: bucket)
                let span = calendar.begin(of: day)..<calendar.begin(of: day + 1)
                #expect(span.contains(bucket), "\(zone), \(bucket.begin)")
            }
        }
    }
}
