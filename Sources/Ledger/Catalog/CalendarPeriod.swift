/// A calendar period: an ISO 8601 duration of years, months, weeks and days, such as `P1M` or `P30D`.
///
/// Adding months or years clamps to the end of a month: one month after 31 January is the last day of February.
package struct CalendarPeriod: Hashable, Sendable, CustomStringConvertible {
    /// Whole months; a year is twelve.
    package let months: Int
    /// Whole days; a week is seven.
    package let days: Int

    /// Creates a period of this many months followed by this many days.
    package init(months: Int, days: Int) {
        self.months = months
        self.days = days
    }

    /// Creates a period from its ISO 8601 spelling; `nil` when the text is none, is zero, or contains hours.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        guard bytes.popFirst() == UInt8(ascii: "P"), !bytes.isEmpty else { return nil }
        var months = 0
        var days = 0
        var designators = Array("YMWD".utf8)[...]
        while !bytes.isEmpty {
            let digits = bytes.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            guard let count = Int(String(decoding: digits, as: UTF8.self)), count <= 10000 else { return nil }
            bytes = bytes.dropFirst(digits.count)
            guard let designator = bytes.popFirst(), let place = designators.firstIndex(of: designator) else {
                return nil
            }
            designators = designators[(place + 1)...]
            switch designator {
            case UInt8(ascii: "Y"): months += count * 12
            case UInt8(ascii: "M"): months += count
            case UInt8(ascii: "W"): days += count * 7
            default: days += count
            }
        }
        guard months > 0 || days > 0 else { return nil }
        self.months = months
        self.days = days
    }

    /// The ISO 8601 spelling.
    package var description: String {
        "P" + (self.months > 0 ? "\(self.months)M" : "") + (self.days > 0 ? "\(self.days)D" : "")
    }
}
