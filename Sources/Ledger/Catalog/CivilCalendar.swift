import Foundation

/// The Gregorian calendar in one time zone, for periods of calendar months and days.
struct CivilCalendar {
    private let calendar: Calendar

    /// Creates the calendar of the time zone with this IANA name.
    ///
    /// A name that the system does not know counts as UTC; the configuration has refused it before.
    init(timeZone: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        self.calendar = calendar
    }

    /// Returns the end of a period that begins at an instant: the start plus its months, clamped to the end of a month,
    /// then plus its days.
    ///
    /// The local time of day stays the same, so a day on which clocks are put forward is 23 hours long. An end beyond
    /// the calendar's range is the largest instant. A start outside of the years 1 to 9999, which signed data can
    /// contain, counts as the nearest instant inside.
    func end(of period: CalendarPeriod, from start: Instant) -> Instant {
        // Foundation's dates are floating point. Whole seconds pass through them unchanged; the milliseconds are added
        // after.
        let (seconds, rest) = Self.divide(
            min(max(start.milliseconds, Self.countedYears.lowerBound), Self.countedYears.upperBound)
        )
        let began = Date(timeIntervalSince1970: Double(seconds))
        guard let afterMonths = self.calendar.date(byAdding: .month, value: period.months, to: began),
            let end = self.calendar.date(byAdding: .day, value: period.days, to: afterMonths),
            let endSeconds = Int64(exactly: end.timeIntervalSince1970.rounded())
        else { return Instant(milliseconds: .max) }
        return Instant(milliseconds: endSeconds * 1000 + rest)
    }

    /// The first millisecond of the year 1 to the last of the year 9999.
    ///
    /// Within it, the sum of a start and the longest period that a catalog can state stays far from the bounds of the
    /// integers.
    private static let countedYears: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Whole seconds rounded down, and the milliseconds that remain.
    private static func divide(_ milliseconds: Int64) -> (seconds: Int64, rest: Int64) {
        let rest = (milliseconds % 1000 + 1000) % 1000
        return ((milliseconds - rest) / 1000, rest)
    }
}
