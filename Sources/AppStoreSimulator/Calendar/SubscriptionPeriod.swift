/// A calendar period, written as an ISO 8601 duration: `P1W`, `P1M`, `P3M`, `P1Y`, `P3D`.
///
/// A day that a month does not have becomes the month's last day, and several periods are counted from the beginning of
/// the first: a monthly subscription from 31 January renews on 28 February and then on 31 March.
public struct SubscriptionPeriod: Hashable, Sendable, CustomStringConvertible {
    /// Whole months; a year is twelve.
    public let months: Int
    /// Whole days; a week is seven.
    public let days: Int

    /// Creates a period of months followed by days.
    public init(months: Int = 0, days: Int = 0) {
        self.months = months
        self.days = days
    }

    /// Parses an ISO 8601 duration; returns `nil` for other text, for zero, and for a duration with hours.
    public init?(_ text: String) {
        var rest = Substring(text)
        guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
        var months = 0
        var days = 0
        var designators = Substring("YMWD")
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            // Four digits suffice for any period and avoid overflow.
            guard digits.count <= 4, let count = Int(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            guard let designator = rest.popFirst(), let index = designators.firstIndex(of: designator) else {
                return nil
            }
            designators = designators[designators.index(after: index)...]
            switch designator {
            case "Y": months += count * 12
            case "M": months += count
            case "W": days += count * 7
            default: days += count
            }
        }
        guard months > 0 || days > 0 else { return nil }
        self.init(months: months, days: days)
    }

    /// One week.
    public static let week = SubscriptionPeriod(days: 7)
    /// One month.
    public static let month = SubscriptionPeriod(months: 1)
    /// One year.
    public static let year = SubscriptionPeriod(months: 12)

    /// Returns a period of days.
    public static func days(_ count: Int) -> SubscriptionPeriod {
        SubscriptionPeriod(days: count)
    }

    /// Returns a period of weeks.
    public static func weeks(_ count: Int) -> SubscriptionPeriod {
        SubscriptionPeriod(days: 7 * count)
    }

    /// Returns a period of months.
    public static func months(_ count: Int) -> SubscriptionPeriod {
        SubscriptionPeriod(months: count)
    }

    /// Returns a period of years.
    public static func years(_ count: Int) -> SubscriptionPeriod {
        SubscriptionPeriod(months: 12 * count)
    }

    /// The ISO 8601 spelling, with the largest unit that fits: `P1Y`, `P3M`, `P1W`, `P10D`.
    public var description: String {
        var text = "P"
        if self.months > 0 {
            text += self.months % 12 == 0 ? "\(self.months / 12)Y" : "\(self.months)M"
        }
        if self.days > 0 {
            text += self.days % 7 == 0 && self.months == 0 ? "\(self.days / 7)W" : "\(self.days)D"
        }
        return text
    }

    /// Returns the end of a number of these periods from an instant, both in milliseconds since 1970.
    package func end(after count: Int, from milliseconds: Int64) -> Int64 {
        var end = milliseconds
        if self.months > 0 {
            end = CivilDate(milliseconds: milliseconds).adding(months: Int64(self.months * count)).milliseconds
        }
        return end + Int64(self.days * count) * CivilDate.millisecondsPerDay
    }
}
