/// A calendar date in a report, without a time zone.
public struct ReportDate: Hashable, Comparable, Sendable {
    /// The year, four digits.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Creates a date of the Gregorian calendar; `nil` if it does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (1000...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        guard day <= Self.dayCount(year: year, month: month) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads a date in the form of reports, `MM/DD/YYYY`, or of subscription reports, `YYYY-MM-DD`.
    public init?(reported text: some StringProtocol) {
        func number(_ part: some Sequence<UInt8>, _ count: Int) -> Int? {
            var value = 0
            var seen = 0
            for byte in part {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
                seen += 1
                guard seen <= count else { return nil }
            }
            return seen > 0 ? value : nil
        }
        let slashed = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if slashed.count == 3 {
            guard let month = number(slashed[0], 2), let day = number(slashed[1], 2), let year = number(slashed[2], 4)
            else { return nil }
            self.init(year: year, month: month, day: day)
            return
        }
        let dashed = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard dashed.count == 3, let year = number(dashed[0], 4), let month = number(dashed[1], 2),
            let day = number(dashed[2], 2)
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The date in the form of reports, `MM/DD/YYYY`.
    public var reported: String {
        "\(Self.padded(self.month, 2))/\(Self.padded(self.day, 2))/\(Self.padded(self.year, 4))"
    }

    /// The date as `YYYY-MM-DD` (ISO 8601).
    public var text: String {
        "\(Self.padded(self.year, 4))-\(Self.padded(self.month, 2))-\(Self.padded(self.day, 2))"
    }

    /// Returns whether the first date is earlier than the second.
    public static func < (one: Self, other: Self) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    private static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
