/// A month of Apple's fiscal calendar, by which Apple settles and pays.
///
/// A fiscal year is named after the calendar year in which it ends, and begins on the Sunday after the last Saturday of
/// September. Each quarter has months of 35, 28 and 28 days. A year of 53 weeks, such as 2012, 2017 and 2023, has its
/// additional week in the first quarter, as Apple's annual reports state. That the third month has it, from the end of
/// November to the end of December, is what published payment calendars show and Apple documents nowhere; the bounds of
/// all other months do not depend on it. Days are counted in Pacific time, as in sales reports.
package struct FiscalMonth: Hashable, Comparable, Sendable {
    /// The years that can be represented.
    private static let years: ClosedRange<Int64> = 1971...9998

    /// The fiscal year.
    package let year: Int
    /// The month of the fiscal year, from 1 to 12; 1 begins at the end of September.
    package let month: Int

    /// Creates the month of these numbers; `nil` when there is none.
    package init?(year: Int, month: Int) {
        guard Self.years.contains(Int64(year)), (1...12).contains(month) else { return nil }
        self.init(position: Int64(year) * 12 + Int64(month) - 1)
    }

    /// Creates the month of a text such as `2026-07`; `nil` when the text is none.
    package init?(text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 7, digits[4] == 0x2D else { return nil }
        var numbers = [0, 0]
        for (position, digit) in digits.enumerated() where position != 4 {
            guard (0x30...0x39).contains(digit) else { return nil }
            numbers[position < 4 ? 0 : 1] = numbers[position < 4 ? 0 : 1] * 10 + Int(digit - 0x30)
        }
        self.init(year: numbers[0], month: numbers[1])
    }

    /// Creates the month that contains a day; a day outside of the representable years counts as the nearest inside.
    package init(of day: PacificDay) {
        let first = Self.firstDay(of: Self.years.lowerBound)
        let last = Self.firstDay(of: Self.years.upperBound + 1) - 1
        let number = min(max(day.number, first), last)
        // A fiscal year begins in the calendar year before and has at least 364 days.
        var year = min(max(1970 + number / 366, Self.years.lowerBound), Self.years.upperBound)
        while Self.firstDay(of: year + 1) <= number { year += 1 }
        while Self.firstDay(of: year) > number { year -= 1 }
        var month = 1
        while month < 12, Self.firstDay(of: year, month: month + 1) <= number { month += 1 }
        self.init(position: year * 12 + Int64(month) - 1)
    }

    /// Creates the month at a position, clamped to the representable months.
    init(position: Int64) {
        let bounds = Self.years.lowerBound * 12...Self.years.upperBound * 12 + 11
        let position = min(max(position, bounds.lowerBound), bounds.upperBound)
        self.year = Int(position / 12)
        self.month = Int(position % 12) + 1
    }

    /// Orders months by time.
    package static func < (left: Self, right: Self) -> Bool { left.position < right.position }

    /// Returns the month that many months later, at most the last representable one.
    package static func + (month: Self, count: Int) -> Self {
        Self(position: month.position + Int64(max(min(count, 200_000), -200_000)))
    }

    /// Returns the number of months by which the left month is after the right one.
    package static func - (left: Self, right: Self) -> Int { Int(left.position - right.position) }

    /// The first day.
    package var begin: PacificDay { PacificDay(number: Self.firstDay(of: Int64(self.year), month: self.month)) }

    /// The first day after the month.
    package var end: PacificDay { self.begin + self.dayCount }

    /// All of its days.
    package var days: ClosedRange<PacificDay> { self.begin...(self.end + -1) }

    /// The number of its days: 28 or 35.
    package var dayCount: Int64 { Self.dayCount(of: self.month, ofYear: Int64(self.year)) }

    /// The month as Apple's interface names it, such as `2026-07`.
    package var text: String {
        // Every representable year has four digits.
        "\(self.year)-\(self.month < 10 ? "0" : "")\(self.month)"
    }

    /// The position among all months.
    var position: Int64 { Int64(self.year) * 12 + Int64(self.month) - 1 }

    private static func firstDay(of year: Int64, month: Int) -> Int64 {
        (1..<month).reduce(Self.firstDay(of: year)) { $0 + Self.dayCount(of: $1, ofYear: year) }
    }

    private static func dayCount(of month: Int, ofYear year: Int64) -> Int64 {
        if month % 3 == 1 { return 35 }
        return month == 3 && Self.firstDay(of: year + 1) - Self.firstDay(of: year) == 371 ? 35 : 28
    }

    /// Returns the number of the day after the last Saturday of the preceding September.
    private static func firstDay(of year: Int64) -> Int64 {
        // Years are counted from 1 March, as in `Instant.rfc3339`; 30 September is 213 days after 1 March.
        let before = year - 1
        let last = before * 365 + before / 4 - before / 100 + before / 400 + 213 - 719_468
        // 1970-01-01 was a Thursday, so the number of a Saturday leaves 2 when it is divided by 7.
        return last - (last - 2) % 7 + 1
    }
}
