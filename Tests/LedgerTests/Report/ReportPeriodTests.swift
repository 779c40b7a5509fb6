import Ledger
import Testing

@Suite struct ReportPeriodTests {
    private static func day(_ text: String) throws -> CivilDay { try #require(CivilDay(text: text)) }

    @Test(
        "A period is read back from Apple's reportDate and has its first and last day",
        arguments: [
            ("2026-03-01", ReportPeriod.Length.day, "2026-03-01", "2026-03-01"),
            ("2026-03-01", .week, "2026-02-23", "2026-03-01"), ("2026-02", .month, "2026-02-01", "2026-02-28"),
            ("2024-02", .month, "2024-02-01", "2024-02-29"), ("2025-12", .month, "2025-12-01", "2025-12-31"),
            ("2026", .year, "2026-01-01", "2026-12-31"), ("2026-01", .fiscalMonth, "2025-09-28", "2025-11-01"),
            ("2025-10", .fiscalMonth, "2025-06-29", "2025-08-02"),
        ]
    )
    func period(text: String, length: ReportPeriod.Length, begin: String, end: String) throws {
        let period = try #require(ReportPeriod(text, length: length))
        #expect(period.text == text)
        #expect(period.length == length)
        #expect(period.begin == (try Self.day(begin)))
        #expect(period.end == (try Self.day(end)))
        #expect(period.days == (try Self.day(begin))...(try Self.day(end)))
    }

    @Test(
        "Text that is no period is refused",
        arguments: [
            ("2026-02-30", ReportPeriod.Length.day), ("2026-3-1", .day), ("", .day), ("2026-03-02", .week),
            ("2026-13", .month), ("2026-00", .month), ("2026-03-01", .month), ("2026-13", .fiscalMonth), ("26", .year),
            ("20261", .year), ("abcd", .year), ("2026-ab", .month),
        ]
    )
    func none(text: String, length: ReportPeriod.Length) {
        #expect(ReportPeriod(text, length: length) == nil)
    }

    @Test("The period of a report is found by its first and last day")
    func days() throws {
        func period(_ begin: String, _ end: String) throws -> ReportPeriod? {
            ReportPeriod(from: try Self.day(begin), through: try Self.day(end))
        }
        #expect(try period("2026-03-01", "2026-03-01") == .day(try Self.day("2026-03-01")))
        #expect(try period("2026-02-23", "2026-03-01") == .week(try Self.day("2026-03-01")))
        #expect(try period("2026-03-01", "2026-03-31") == .month(year: 2026, month: 3))
        #expect(try period("2026-01-01", "2026-12-31") == .year(2026))
        // Seven days from a Sunday, a part of a month, and a fiscal month are none of these.
        #expect(try period("2026-03-01", "2026-03-07") == nil)
        #expect(try period("2026-03-02", "2026-03-31") == nil)
        #expect(try period("2026-02-23", "2026-02-28") == nil)
    }

    @Test("Each day of forty years is the day of its own date")
    func calendar() throws {
        for year in 1990...2030 {
            for month in 1...12 {
                let first = CivilDay(year: year, month: month)
                #expect(first.date == (year, month, 1))
                let next = CivilDay(year: year, month: month + 1)
                #expect((28...31).contains(next - first))
            }
        }
        #expect(try Self.day("2026-03-01").isSunday)
        #expect(try !Self.day("2026-03-02").isSunday)
        #expect(CivilDay(number: -4).isSunday)
    }
}
