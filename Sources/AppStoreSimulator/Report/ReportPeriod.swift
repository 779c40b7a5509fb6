/// The days of a report, in Pacific time.
struct ReportPeriod: Hashable, Sendable {
    /// The first day, counted from 1970-01-01.
    let first: Int64
    /// The last day.
    let last: Int64
    /// The number of days after the last one until the report is available, at eight in the morning.
    let delayDays: Int64
    /// The number of days for which the report is kept; `nil` for an unlimited time.
    let retentionDays: Int64?

    /// Creates a period of these days.
    init(first: Int64, last: Int64, delayDays: Int64, retentionDays: Int64?) {
        self.first = first
        self.last = last
        self.delayDays = delayDays
        self.retentionDays = retentionDays
    }

    /// Creates the period that `filter[reportDate]` names: `YYYY-MM-DD` for a day, or for a week by the Sunday that
    /// ends it, `YYYY-MM` for a month, `YYYY` for a year.
    ///
    /// Without a date the period is the latest day whose report is available.
    init(_ frequency: ReportFrequency, date: String?, at now: Int64) throws(ConnectAPIError) {
        let name = "filter[reportDate]"
        guard let date else {
            guard frequency == .daily else { throw .missing(name) }
            let today = PacificTime.day(of: now)
            let isMade = now >= PacificTime.instant(ofDay: today, hour: 8)
            let day = isMade ? today - 1 : today - 2
            self.init(first: day, last: day, delayDays: 1, retentionDays: 365)
            return
        }
        let parts = date.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.map { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(part) ?? 0 : 0 }
        let isDay = frequency == .daily || frequency == .weekly
        let wanted = isDay ? [4, 2, 2] : frequency == .monthly ? [4, 2] : [4]
        guard parts.map(\.utf8.count) == wanted,
            let start = CivilDate(
                checkedYear: numbers[0],
                month: numbers.count > 1 ? numbers[1] : 1,
                day: numbers.count > 2 ? numbers[2] : 1
            )
        else { throw .invalid(name, date) }
        let first = start.dayNumber
        switch frequency {
        case .daily: self.init(first: first, last: first, delayDays: 1, retentionDays: 365)
        case .weekly:
            guard (first + 4) % 7 == 0 else { throw .invalid(name, date) }
            self.init(first: first - 6, last: first, delayDays: 1, retentionDays: 365)
        case .monthly:
            let days = CivilDate.days(inMonth: start.month, of: start.year)
            self.init(first: first, last: first + days - 1, delayDays: 5, retentionDays: 365)
        case .yearly:
            let next = CivilDate(year: start.year + 1, month: 1, day: 1).milliseconds
            self.init(first: first, last: next / CivilDate.millisecondsPerDay - 1, delayDays: 6, retentionDays: 3652)
        }
    }

    /// The instant at which the period begins.
    var begin: Int64 { PacificTime.instant(ofDay: self.first) }
    /// The instant at which the period ends.
    var end: Int64 { PacificTime.instant(ofDay: self.last + 1) }
    /// The instant from which on the report is available.
    var availableAt: Int64 { PacificTime.instant(ofDay: self.last + self.delayDays, hour: 8) }

    /// Returns whether Apple no longer keeps the report.
    func isGone(at now: Int64) -> Bool {
        guard let retentionDays = self.retentionDays else { return false }
        return PacificTime.day(of: now) > self.last + retentionDays
    }
}

/// The frequency of a sales report.
enum ReportFrequency: String, Sendable {
    /// A day.
    case daily = "DAILY"
    /// A week, Monday to Sunday.
    case weekly = "WEEKLY"
    /// A calendar month.
    case monthly = "MONTHLY"
    /// A calendar year.
    case yearly = "YEARLY"
}

/// A month of Apple's fiscal calendar, by which Apple pays.
///
/// A fiscal year has the number of the calendar year in which it ends, and begins on the Sunday after the last Saturday
/// of September. Its months have five, four and four weeks in turn; in a year of 53 weeks the third has five.
struct FiscalMonth: Hashable, Sendable {
    /// The fiscal year.
    let year: Int64
    /// The month of the fiscal year, 1 to 12; month 1 is about October.
    let month: Int

    /// Parses a month such as `2026-07`; returns `nil` for other text.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2, let year = Int64(parts[0]),
            let month = Int(parts[1]), year >= 1971, (1...12).contains(month)
        else { return nil }
        self.year = year
        self.month = month
    }

    /// The days of the month.
    ///
    /// The report is available 33 days after the last one, when Apple pays, and is kept permanently.
    var period: ReportPeriod {
        let begin = Self.firstDay(of: self.year)
        let weeks = (Self.firstDay(of: self.year + 1) - begin) / 7
        var first = begin
        var length: Int64 = 0
        for month in 1...self.month {
            first += length
            length = month % 3 == 1 || (month == 3 && weeks == 53) ? 35 : 28
        }
        return ReportPeriod(first: first, last: first + length - 1, delayDays: 33, retentionDays: nil)
    }

    private static func firstDay(of year: Int64) -> Int64 {
        let day = CivilDate(year: year - 1, month: 9, day: 30).milliseconds / CivilDate.millisecondsPerDay
        // 1970-01-01 was a Thursday; the number of a Saturday is 6.
        return day - (day + 5) % 7 + 1
    }
}

extension World {
    /// Returns the first and the last day of a fiscal month such as `2026-07`, counted from 1970-01-01; `nil` when
    /// there is no such month.
    package static func daysOfFiscalMonth(_ text: String) -> ClosedRange<Int64>? {
        FiscalMonth(text).map { $0.period.first...$0.period.last }
    }
}
