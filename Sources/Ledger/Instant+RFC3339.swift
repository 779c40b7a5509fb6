extension Instant {
    /// The instant as people and our JSON read it: RFC 3339 in UTC with milliseconds, `2026-03-01T12:00:00.000Z`.
    ///
    /// Years beyond 9999 or before 1 are clamped to the nearest that RFC 3339 can write.
    package var rfc3339: String {
        var text: [UInt8] = []
        text.reserveCapacity(24)
        self.appendRFC3339(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the instant by RFC 3339 in UTF-8.
    func appendRFC3339(to text: inout [UInt8]) {
        let millisecondsADay: Int64 = 86_400_000
        let clamped = min(max(self.milliseconds, -62_135_596_800_000), 253_402_300_799_999)
        var days = clamped / millisecondsADay
        var rest = clamped % millisecondsADay
        if rest < 0 {
            rest += millisecondsADay
            days -= 1
        }
        let date = Self.civilDate(daysSinceEpoch: days)
        func append(_ value: Int64, highest: Int64, _ separator: UInt8) {
            var divisor = highest
            while divisor > 0 {
                text.append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
                divisor /= 10
            }
            text.append(separator)
        }
        append(date.year, highest: 1000, UInt8(ascii: "-"))
        append(date.month, highest: 10, UInt8(ascii: "-"))
        append(date.day, highest: 10, UInt8(ascii: "T"))
        let seconds = rest / 1000
        append(seconds / 3600, highest: 10, UInt8(ascii: ":"))
        append(seconds / 60 % 60, highest: 10, UInt8(ascii: ":"))
        append(seconds % 60, highest: 10, UInt8(ascii: "."))
        append(rest % 1000, highest: 100, UInt8(ascii: "Z"))
    }

    /// The date of the proleptic Gregorian calendar so many days after 1970-01-01.
    ///
    /// Counts in eras of 400 years that begin on 1 March, so that the leap day is the last of its year.
    private static func civilDate(daysSinceEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
