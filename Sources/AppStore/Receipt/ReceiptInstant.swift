import SwiftASN1

/// A reader of the instants in receipts, which are RFC 3339 texts in app receipts and have another form in older ones.
enum ReceiptInstant {
    /// The range of valid milliseconds in a receipt, the years 1970 to 9999.
    static let range: Range<Int64> = 0..<253_402_300_800_000

    /// Returns the instant in a range of ASCII bytes; `nil` for anything else.
    ///
    /// It accepts `2025-12-26T18:39:47Z`, also with a fraction, which it truncates, and with an offset such as `+0100`
    /// or `+01:00` (old versions of Xcode), and `2012-04-30 15:05:55 Etc/GMT`.
    static func read(_ bytes: [UInt8], in range: Range<Int>) -> Timestamp? {
        guard range.count >= 20 else { return nil }
        let start = range.lowerBound
        guard let year = Self.number(bytes, start..<start + 4), bytes[start + 4] == UInt8(ascii: "-"),
            let month = Self.number(bytes, start + 5..<start + 7), bytes[start + 7] == UInt8(ascii: "-"),
            let day = Self.number(bytes, start + 8..<start + 10),
            bytes[start + 10] == UInt8(ascii: "T") || bytes[start + 10] == UInt8(ascii: " "),
            let hours = Self.number(bytes, start + 11..<start + 13), bytes[start + 13] == UInt8(ascii: ":"),
            let minutes = Self.number(bytes, start + 14..<start + 16), bytes[start + 16] == UInt8(ascii: ":"),
            let seconds = Self.number(bytes, start + 17..<start + 19),
            let time = try? GeneralizedTime(
                year: year,
                month: month,
                day: day,
                hours: hours,
                minutes: minutes,
                seconds: seconds,
                fractionalSeconds: 0
            )
        else { return nil }
        var zone = start + 19
        if bytes[zone] == UInt8(ascii: ".") {
            zone += 1
            while zone < range.upperBound, (0x30...0x39).contains(bytes[zone]) { zone += 1 }
        }
        guard let offset = Self.offset(bytes, zone..<range.upperBound) else { return nil }
        return Timestamp(milliseconds: time.millisecondsSince1970 - offset * 60_000)
    }

    /// Returns the offset of a zone from UTC in minutes; `nil` if the bytes name no zone.
    private static func offset(_ bytes: [UInt8], _ zone: Range<Int>) -> Int64? {
        guard let first = zone.first else { return nil }
        switch bytes[first] {
        case UInt8(ascii: "Z"): return zone.count == 1 ? 0 : nil
        case UInt8(ascii: " "): return bytes[zone].elementsEqual(" Etc/GMT".utf8) ? 0 : nil
        case UInt8(ascii: "+"), UInt8(ascii: "-"):
            let isSpaced = zone.count == 6 && bytes[first + 3] == UInt8(ascii: ":")
            guard isSpaced || zone.count == 5, let hours = Self.number(bytes, first + 1..<first + 3),
                let minutes = Self.number(bytes, zone.upperBound - 2..<zone.upperBound), hours < 24, minutes < 60
            else { return nil }
            let offset = Int64(hours * 60 + minutes)
            return bytes[first] == UInt8(ascii: "-") ? -offset : offset
        default: return nil
        }
    }

    /// Returns the number that the digits in a range represent.
    private static func number(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        var number = 0
        for index in range {
            guard (0x30...0x39).contains(bytes[index]) else { return nil }
            number = number * 10 + Int(bytes[index] - 0x30)
        }
        return number
    }
}
