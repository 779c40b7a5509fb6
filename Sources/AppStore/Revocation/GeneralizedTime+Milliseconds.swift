import SwiftASN1

extension GeneralizedTime {
    /// The instant in milliseconds since 1970, UTC, on a proleptic Gregorian calendar; fractions of a second are cut.
    ///
    /// RFC 5280 section 4.1.2.5.2 forbids fractions, and a second more or less decides nothing here. A leap second
    /// counts as the next one.
    var millisecondsSince1970: Int64 {
        // Years begin in March here, so that the leap day is the last of its year.
        let year = Int64(self.month > 2 ? self.year : self.year - 1)
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let monthFromMarch = Int64((self.month + 9) % 12)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(self.day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        // 719,468 days lie between the first of March of year 0 and 1970.
        let day = era * 146_097 + dayOfEra - 719_468
        let second = Int64(self.hours) * 3600 + Int64(self.minutes) * 60 + Int64(self.seconds)
        return (day * 86_400 + second) * 1000
    }
}
