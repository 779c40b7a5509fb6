/// A day in UTC, as the number of days since 1970-01-01.
package struct CivilDay: Hashable, Comparable, Sendable {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// The number of days since 1970-01-01.
    package let number: Int64

    /// Creates the day with this number.
    package init(number: Int64) { self.number = number }

    /// Creates the day that contains an instant.
    package init(of instant: Instant) {
        let milliseconds = instant.milliseconds
        let day = milliseconds / Self.millisecondsPerDay
        self.number = milliseconds % Self.millisecondsPerDay < 0 ? day - 1 : day
    }

    /// Earlier days come first.
    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// Returns the day that many days later.
    package static func + (day: Self, count: Int64) -> Self { Self(number: day.number + count) }

    /// Returns how many days the left day is after the right one.
    package static func - (left: Self, right: Self) -> Int64 { left.number - right.number }

    /// The day as `2026-03-01`.
    package var text: String {
        // The day of the earliest instant begins before it.
        let (start, overflows) = self.number.multipliedReportingOverflow(by: Self.millisecondsPerDay)
        let instant = Instant(milliseconds: overflows ? (self.number < 0 ? .min : .max) : start)
        return String(instant.rfc3339.prefix(10))
    }
}

extension CivilDay {
    /// Creates the day of a date that is written as `2026-03-01`; `nil` when the text is no date.
    package init?(text: String) {
        guard text.utf8.count == 10, let midnight = Instant(rfc3339: text + "T00:00:00Z") else { return nil }
        self.init(of: midnight)
    }

    /// Creates the first day of a month.
    ///
    /// Month 13 is January of the next year.
    package init(year: Int, month: Int) { self.init(firstOf: Int64((year - 1970) * 12 + month - 1)) }

    /// The date in the Gregorian calendar; the month is from 1 to 12.
    package var date: (year: Int, month: Int, day: Int) {
        let parts = self.text.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return (1970, 1, 1) }
        return (parts[0], parts[1], parts[2])
    }

    /// Whether the day is a Sunday.
    package var isSunday: Bool {
        // 1970-01-01 was a Thursday.
        (self.number - 3).isMultiple(of: 7)
    }
}

extension CivilDay {
    /// The days of 400 years, after which the calendar repeats.
    private static let era: Int64 = 146_097
    /// The number of days from 1 March of year 0 to 1970.
    private static let epoch: Int64 = 719_468

    /// The number of its month, counted from January 1970; also of a day that no date of four digits names.
    package var month: Int64 {
        let (era, day) = Self.divided(self.number + Self.epoch, by: Self.era)
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let month = (5 * (day - (365 * year + year / 4 - year / 100)) + 2) / 153
        // Years and months are counted from March, so that the leap day is the last day of its year.
        return (era * 400 + year - 1970) * 12 + month + 2
    }

    /// Creates the first day of the month with this number.
    package init(firstOf month: Int64) {
        let (year, rest) = Self.divided(month + 1970 * 12 - 2, by: 12)
        let (era, place) = Self.divided(year, by: 400)
        let days = place * 365 + place / 4 - place / 100 + (153 * rest + 2) / 5
        self.init(number: era * Self.era + days - Self.epoch)
    }

    /// Returns a quotient that is rounded down, and the rest, which is not negative.
    private static func divided(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
        let rest = (number % divisor + divisor) % divisor
        return ((number - rest) / divisor, rest)
    }
}
