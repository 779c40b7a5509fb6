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
    /// The time of day stays what clocks on the wall show, so that a day on which they are put forward is 23 hours long.
    /// An end that the calendar cannot name is the largest instant.
    func end(of period: CalendarPeriod, from start: Instant) -> Instant {
        // Foundation's dates are floating point; whole seconds go through them unchanged, so the rest stays outside.
        let (seconds, rest) = Self.divide(start.milliseconds)
        let began = Date(timeIntervalSince1970: Double(seconds))
        guard let afterMonths = self.calendar.date(byAdding: .month, value: period.months, to: began),
            let end = self.calendar.date(byAdding: .day, value: period.days, to: afterMonths),
            let endSeconds = Int64(exactly: end.timeIntervalSince1970.rounded())
        else { return Instant(milliseconds: .max) }
        return Instant(milliseconds: 0) + .seconds(endSeconds) + Span(milliseconds: rest)
    }

    /// Whole seconds rounded down, and the milliseconds that remain.
    private static func divide(_ milliseconds: Int64) -> (seconds: Int64, rest: Int64) {
        let rest = (milliseconds % 1000 + 1000) % 1000
        return ((milliseconds - rest) / 1000, rest)
    }
}
