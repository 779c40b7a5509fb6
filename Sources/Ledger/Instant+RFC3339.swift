extension Instant {
    /// The instant in RFC 3339 in UTC with milliseconds, as in JSON: `2026-03-01T12:00:00.000Z`.
    ///
    /// Years beyond 9999 or before 1 are clamped to the nearest that RFC 3339 can express.
    package var rfc3339: String {
        var text: [UInt8] = []
        text.reserveCapacity(24)
        self.appendRFC3339(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the instant in RFC 3339 as UTF-8.
    package func appendRFC3339(to text: inout [UInt8]) {
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

    /// Returns the date in the proleptic Gregorian calendar this many days after 1970-01-01.
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

extension Instant {
    /// Creates an instant from its RFC 3339 spelling, with or without a fraction of a second, in UTC or with an offset;
    /// `nil` when the text is none.
    ///
    /// Digits beyond the millisecond are dropped. A leap second counts as the second before it.
    package init?(rfc3339 text: String) {
        var bytes = Array(text.utf8)[...]
        func number(digits: Int) -> Int64? {
            guard bytes.count >= digits else { return nil }
            var value: Int64 = 0
            for _ in 0..<digits {
                guard let byte = bytes.popFirst(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
                    return nil
                }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        func take(_ letters: String) -> UInt8? {
            guard let byte = bytes.first, letters.utf8.contains(byte) else { return nil }
            return bytes.popFirst()
        }
        guard let year = number(digits: 4), take("-") != nil, let month = number(digits: 2), take("-") != nil,
            let day = number(digits: 2), take("Tt ") != nil, let hour = number(digits: 2), take(":") != nil,
            let minute = number(digits: 2), take(":") != nil, let second = number(digits: 2),
            (1...12).contains(month), hour < 24, minute < 60, second <= 60
        else { return nil }
        var milliseconds: Int64 = 0
        if take(".") != nil {
            let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            guard !digits.isEmpty else { return nil }
            bytes = bytes.dropFirst(digits.count)
            for place in 0..<3 {
                let digit = place < digits.count ? Int64(digits[digits.startIndex + place] - UInt8(ascii: "0")) : 0
                milliseconds = milliseconds * 10 + digit
            }
        }
        var offsetMinutes: Int64 = 0
        if let sign = take("+-") {
            guard let hours = number(digits: 2), take(":") != nil, let minutes = number(digits: 2), hours < 24,
                minutes < 60
            else { return nil }
            offsetMinutes = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -1 : 1)
        } else if take("Zz") == nil {
            return nil
        }
        guard bytes.isEmpty, day >= 1, day <= Self.dayCount(month: month, year: year) else { return nil }
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3600 + (minute - offsetMinutes) * 60 + min(second, 59)
        self.init(milliseconds: seconds * 1000 + milliseconds)
    }

    private static func dayCount(month: Int64, year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the inverse of `civilDate(daysSinceEpoch:)`.
    private static func daysSinceEpoch(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
