/// The time zone of the days in Apple's reports: Pacific time, with the daylight saving rules since 2007.
///
/// Days are numbers, counted from 1970-01-01. Instants are milliseconds since 1970.
enum PacificTime {
    private static let hour: Int64 = 3_600_000

    /// Returns the day of an instant.
    static func day(of instant: Int64) -> Int64 {
        let local = instant + Self.offset(at: instant)
        return local.dividedDown(by: CivilDate.millisecondsPerDay)
    }

    /// Returns the instant at which a full hour of a day begins.
    static func instant(ofDay day: Int64, hour: Int64 = 0) -> Int64 {
        let local = day * CivilDate.millisecondsPerDay + hour * Self.hour
        return local - Self.offset(at: local + 8 * Self.hour)
    }

    /// Returns the offset from UTC at an instant, in milliseconds.
    private static func offset(at instant: Int64) -> Int64 {
        let year = CivilDate(milliseconds: instant).year
        // Clocks change at two in the morning, on the second Sunday in March and on the first Sunday in November.
        let march = Self.sunday(onOrAfter: CivilDate(year: year, month: 3, day: 8))
        let november = Self.sunday(onOrAfter: CivilDate(year: year, month: 11, day: 1))
        let isSummer = instant >= march + 10 * Self.hour && instant < november + 9 * Self.hour
        return (isSummer ? -7 : -8) * Self.hour
    }

    private static func sunday(onOrAfter date: CivilDate) -> Int64 {
        let day = date.milliseconds / CivilDate.millisecondsPerDay
        // 1970-01-01 was a Thursday.
        return (day + (7 - (day + 4) % 7) % 7) * CivilDate.millisecondsPerDay
    }
}

extension Int64 {
    /// Returns the quotient, rounded toward negative infinity.
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        (self - (self % divisor + divisor) % divisor) / divisor
    }
}
