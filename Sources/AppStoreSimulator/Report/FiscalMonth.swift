/// A month of Apple's fiscal calendar, by which money is paid.
///
/// A fiscal year is named after the calendar year in which it ends, and begins on the Sunday after the last Saturday of
/// September. Its months have five, four and four weeks in turn; in a year of 53 weeks the third has five.
struct FiscalMonth: Hashable, Sendable {
    /// The fiscal year.
    let year: Int64
    /// The month of it, 1 to 12, of which 1 is about October.
    let month: Int

    /// The month of a text such as `2026-07`, or `nil` when it is none.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2, let year = Int64(parts[0]),
            let month = Int(parts[1]), year >= 1971, (1...12).contains(month)
        else { return nil }
        self.year = year
        self.month = month
    }

    /// The days of the month; its report is made 33 days after the last one, as the money is paid, and is kept.
    var period: ReportPeriod {
        let begin = Self.firstDay(of: self.year)
        let weeks = (Self.firstDay(of: self.year + 1) - begin) / 7
        var first = begin
        var length: Int64 = 0
        for month in 1...self.month {
            first += length
            length = month % 3 == 1 || (month == 3 && weeks == 53) ? 35 : 28
        }
        return ReportPeriod(first: first, last: first + length - 1, delayDays: 33, keptDays: nil)
    }

    private static func firstDay(of year: Int64) -> Int64 {
        let day = CivilDate(year: year - 1, month: 9, day: 30).milliseconds / CivilDate.millisecondsPerDay
        // 1970-01-01 was a Thursday; the number of a Saturday is 6.
        return day - (day + 5) % 7 + 1
    }
}
