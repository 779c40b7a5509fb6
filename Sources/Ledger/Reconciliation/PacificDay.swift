/// A calendar day in Pacific time (America/Los_Angeles), by which Apple's sales reports divide sales.
///
/// Daylight saving time follows the rule of the United States since 2007: from 02:00 on the second Sunday of March to
/// 02:00 on the first Sunday of November. Earlier years use the same rule, because the App Store had no in-app
/// purchases then. A day has 24 hours, except the two on which the clocks change. Its bounds are full hours in UTC, so
/// that sums for each quarter of an hour in UTC add up to days without a remainder.
package struct PacificDay: Hashable, Comparable, Sendable {
    private static let millisecondsPerHour: Int64 = 3_600_000
    private static let millisecondsPerDay: Int64 = 86_400_000
    /// The milliseconds of the years 1 to 9999.
    private static let countedYears: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// The number of days from 1970-01-01 to its date.
    package let number: Int64

    /// Creates the day whose date is that many days after 1970-01-01.
    package init(number: Int64) { self.number = number }

    /// Creates the day in Pacific time that contains an instant; instants outside of the years 1 to 9999 count as the
    /// nearest inside.
    package init(of instant: Instant) {
        let milliseconds = min(max(instant.milliseconds, Self.countedYears.lowerBound), Self.countedYears.upperBound)
        let standard = milliseconds - 8 * Self.millisecondsPerHour
        let day = Self(number: Self.quotient(standard, Self.millisecondsPerDay))
        let next = day + 1
        self = milliseconds >= next.begin.milliseconds ? next : day
    }

    /// Creates the day of a date in the form `2026-03-01`; `nil` when the text is no date.
    package init?(text: String) {
        guard text.utf8.count == 10, let midnight = Instant(rfc3339: text + "T00:00:00Z") else { return nil }
        self.number = Self.quotient(midnight.milliseconds, Self.millisecondsPerDay)
    }

    /// Orders days by date.
    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// Returns the day that many days later.
    package static func + (day: Self, count: Int64) -> Self { Self(number: day.number + count) }

    /// Returns the number of days by which the left day is after the right one.
    package static func - (left: Self, right: Self) -> Int64 { left.number - right.number }

    /// The first instant of the day.
    package var begin: Instant {
        let hours: Int64 = self.beginsInDaylightTime ? 7 : 8
        return Instant(milliseconds: self.number * Self.millisecondsPerDay + hours * Self.millisecondsPerHour)
    }

    /// The first instant after the day.
    package var end: Instant { (self + 1).begin }

    /// The number of hours of the day: 23, 24 or 25.
    package var hourCount: Int64 { (self.end - self.begin).milliseconds / Self.millisecondsPerHour }

    /// The date as `2026-03-01`.
    package var text: String { CivilDay(number: self.number).text }

    /// Whether daylight saving time is in force at the day's first instant.
    ///
    /// Years are counted from 1 March, as in `Instant.rfc3339`. 1 November is 245 days after 1 March, which is 35
    /// weeks, so that both dates fall on the same day of the week.
    private var beginsInDaylightTime: Bool {
        let shifted = self.number + 719_468
        let dayOfEra = shifted - Self.quotient(shifted, 146_097) * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // 1970-01-01 was a Thursday; Sunday is 0.
        let dayOfMarch = self.number - dayOfYear + 4
        let weekday = dayOfMarch - Self.quotient(dayOfMarch, 7) * 7
        let daysToSunday = (7 - weekday) % 7
        return dayOfYear > daysToSunday + 7 && dayOfYear <= daysToSunday + 245
    }

    /// Returns the quotient rounded down, for a positive divisor.
    private static func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }
}

extension PacificDay {
    /// Returns days as contiguous spans of days, ascending; none is longer than a number of days.
    package static func spans(
        of days: some Sequence<PacificDay>,
        upTo limit: Int64 = .max
    ) -> [ClosedRange<PacificDay>] {
        var spans: [ClosedRange<PacificDay>] = []
        for day in Set(days).sorted() {
            if let last = spans.last, last.upperBound + 1 == day, day - last.lowerBound < limit {
                spans[spans.count - 1] = last.lowerBound...day
            } else {
                spans.append(day...day)
            }
        }
        return spans
    }

    /// The Monday of its calendar week.
    package var monday: Self {
        // 1970-01-01 was a Thursday.
        let count = (self.number + 3) % 7
        return self + -(count < 0 ? count + 7 : count)
    }
}
