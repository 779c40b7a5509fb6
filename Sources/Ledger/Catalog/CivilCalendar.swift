import Foundation

/// The Gregorian calendar in one time zone, for periods that count months and days as people do.
struct CivilCalendar {
    private let calendar: Calendar

    /// The calendar in the time zone of this IANA name; a name that the system does not know counts as UTC, because
    /// configuration has refused it before.
    init(timeZone: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        self.calendar = calendar
    }

    /// The end of a period that begins at an instant: first its months, clamped at the end of a month, then its days.
    ///
    /// The time of day stays what clocks on the wall show, so that a day on which they are put forward is 23 hours
    /// long. An end that the calendar cannot name is the largest instant. A start outside of the years that people
    /// count in, which signed data can state although no store ever meant it, counts as the nearest instant inside.
    func end(of period: CalendarPeriod, from start: Instant) -> Instant {
        // Foundation's dates are floating point; whole seconds go through them unchanged, so the rest stays outside.
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

    /// The first millisecond of the year 1 to the last of the year 9999: within it, no sum of a start and the longest
    /// period that a catalog can state comes near the bounds of the integers.
    private static let countedYears: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    /// Whole seconds rounded down, and the milliseconds that remain.
    private static func divide(_ milliseconds: Int64) -> (seconds: Int64, rest: Int64) {
        let rest = (milliseconds % 1000 + 1000) % 1000
        return ((milliseconds - rest) / 1000, rest)
    }
}
