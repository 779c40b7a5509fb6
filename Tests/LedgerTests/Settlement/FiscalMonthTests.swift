import Ledger
import PurserTesting
import Testing

@Suite struct FiscalMonthTests {
    @Test(
        "Months begin on the days that Apple's annual reports and published payment calendars name",
        arguments: [
            ("2012-01", "2011-09-25", "2011-10-29"), ("2013-01", "2012-09-30", "2012-11-03"),
            ("2017-01", "2016-09-25", "2016-10-29"), ("2017-03", "2016-11-27", "2016-12-31"),
            ("2017-04", "2017-01-01", "2017-02-04"), ("2018-01", "2017-10-01", "2017-11-04"),
            ("2021-01", "2020-09-27", "2020-10-31"), ("2021-12", "2021-08-29", "2021-09-25"),
            ("2022-01", "2021-09-26", "2021-10-30"), ("2022-12", "2022-08-28", "2022-09-24"),
            ("2023-01", "2022-09-25", "2022-10-29"), ("2023-02", "2022-10-30", "2022-11-26"),
            ("2023-03", "2022-11-27", "2022-12-31"), ("2023-04", "2023-01-01", "2023-02-04"),
            ("2023-11", "2023-08-06", "2023-09-02"), ("2023-12", "2023-09-03", "2023-09-30"),
            ("2024-01", "2023-10-01", "2023-11-04"), ("2024-02", "2023-11-05", "2023-12-02"),
            ("2024-03", "2023-12-03", "2023-12-30"), ("2024-04", "2023-12-31", "2024-02-03"),
            ("2024-10", "2024-06-30", "2024-08-03"), ("2025-01", "2024-09-29", "2024-11-02"),
            ("2026-01", "2025-09-28", "2025-11-01"), ("2026-12", "2026-08-30", "2026-09-26"),
        ]
    )
    func bounds(text: String, first: String, last: String) throws {
        let month = try #require(FiscalMonth(text: text))
        #expect(month.text == text)
        #expect(month.begin.text == first)
        #expect(month.days.upperBound.text == last)
        #expect(month.end.text == (month.days.upperBound + 1).text)
    }

    @Test("Every day of 1971 to 2100 is in exactly one month, and months are contiguous")
    func succession() throws {
        var month = try #require(FiscalMonth(year: 1971, month: 1))
        let last = try #require(FiscalMonth(year: 2100, month: 12))
        while month < last {
            let next = month + 1
            #expect(next.begin == month.end && next - month == 1 && month < next)
            #expect([28, 35].contains(month.dayCount))
            #expect((month.begin.number + 4) % 7 == 0, "A month begins on a Sunday.")
            var day = month.begin
            while day < month.end {
                #expect(FiscalMonth(of: day) == month)
                day = day + 1
            }
            #expect(FiscalMonth(text: month.text) == month)
            month = next
        }
    }

    @Test("Invalid numbers and texts are no month, and days beyond all months have the nearest")
    func strange() throws {
        for text in ["", "2026", "2026-13", "2026-00", "26-01", "2026-1", "2026/1", "1970-12", "+026-01", "2026-01-1"] {
            #expect(FiscalMonth(text: text) == nil, Comment(rawValue: text))
        }
        #expect(FiscalMonth(year: .max, month: 1) == nil && FiscalMonth(year: 2026, month: .min) == nil)
        let first = try #require(FiscalMonth(year: 1971, month: 1))
        #expect(FiscalMonth(of: PacificDay(number: .min)) == first && first + -1 == first)
        let last = FiscalMonth(of: PacificDay(number: .max))
        #expect(last == FiscalMonth(year: 9998, month: 12) && last + .max == last)
    }
}
