/// A day of the proleptic Gregorian calendar in UTC, with the milliseconds since midnight.
///
/// Months have their real lengths, and there is no daylight saving time: subscriptions renew by this calendar.
struct CivilDate: Hashable, Sendable {
    /// Milliseconds in one day.
    static let millisecondsPerDay: Int64 = 86_400_000

    /// The astronomical year: 0 is 1 BC.
    let year: Int64
    /// The month, 1 to 12.
    let month: Int64
    /// The day of the month, from 1.
    let day: Int64
    /// Milliseconds since midnight.
    let millisecondOfDay: Int64

    /// Creates the date of an instant in milliseconds since 1970.
    init(milliseconds: Int64) {
        let days = Self.floorDivision(milliseconds, Self.millisecondsPerDay)
        self.millisecondOfDay = milliseconds - days * Self.millisecondsPerDay
        // The computation uses eras of 400 years from 1 March, so that a leap day is the last day of its year.
        let shifted = days + 719_468
        let era = Self.floorDivision(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        self.month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.year = yearOfEra + era * 400 + (self.month <= 2 ? 1 : 0)
    }

    /// Creates a date from its parts, which must exist.
    init(year: Int64, month: Int64, day: Int64, millisecondOfDay: Int64 = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.millisecondOfDay = millisecondOfDay
    }

    /// The instant in milliseconds since 1970.
    var milliseconds: Int64 {
        let shiftedYear = self.month <= 2 ? self.year - 1 : self.year
        let era = Self.floorDivision(shiftedYear, 400)
        let yearOfEra = shiftedYear - era * 400
        let shiftedMonth = self.month > 2 ? self.month - 3 : self.month + 9
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + self.day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return days * Self.millisecondsPerDay + self.millisecondOfDay
    }

    /// Returns the number of days of a month.
    static func days(inMonth month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2:
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            return isLeap ? 29 : 28
        case 4, 6, 9, 11: return 30
        default: return 31
        }
    }

    /// Returns this date the given number of months later, on the same day or, where the month is too short, on its
    /// last day.
    func adding(months: Int64) -> CivilDate {
        let index = self.year * 12 + (self.month - 1) + months
        let year = Self.floorDivision(index, 12)
        let month = index - year * 12 + 1
        let day = min(self.day, Self.days(inMonth: month, of: year))
        return CivilDate(year: year, month: month, day: day, millisecondOfDay: self.millisecondOfDay)
    }

    private static func floorDivision(_ dividend: Int64, _ divisor: Int64) -> Int64 {
        let quotient = dividend / divisor
        return dividend % divisor < 0 ? quotient - 1 : quotient
    }
}

extension CivilDate {
    /// Creates the date of a day counted from 1970-01-01.
    init(dayNumber: Int64) {
        self.init(milliseconds: dayNumber * Self.millisecondsPerDay)
    }

    /// Creates the date that a request names; returns `nil` where the calendar has no such date.
    init?(checkedYear year: Int64, month: Int64, day: Int64) {
        guard (1000...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The number of the day, counted from 1970-01-01.
    var dayNumber: Int64 { (self.milliseconds - self.millisecondOfDay) / Self.millisecondsPerDay }

    /// The date in the format of sales and financial reports: `01/31/2026`.
    var slashed: String { "\(Self.two(self.month))/\(Self.two(self.day))/\(self.year)" }

    /// The date in the format of subscription reports: `2026-01-31`.
    var dashed: String { "\(self.year)-\(Self.two(self.month))-\(Self.two(self.day))" }

    private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
