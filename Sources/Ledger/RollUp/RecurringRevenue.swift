/// The monthly recurring revenue of a paid period.
///
/// A month is a twelfth of the mean Gregorian year of 365.2425 days. A price for a number of months counts as its share
/// of one month; a price for weeks is multiplied by 365.2425 / 84, which is 4.348125; a price for another number of days
/// counts as its share of 30.436875 days.
package enum RecurringRevenue {
    /// The mean length of a month, in millionths of a day.
    private static let monthMillionths: Int128 = 30_436_875

    /// Returns the price of a month, in milliunits, rounded half up.
    package static func monthly(priceMilliunits price: Int64, from begin: Instant, to end: Instant) -> Int64 {
        guard price > 0, end > begin else { return 0 }
        let day = Span.days(1).milliseconds
        let (whole, rest) = (end - begin).milliseconds.quotientAndRemainder(dividingBy: day)
        let days = whole + (rest * 2 >= day ? 1 : 0)
        guard days > 0 else { return 0 }
        if let months = Self.months(days) { return Self.rounded(Int128(price), Int128(months)) }
        return Self.rounded(Int128(price) * Self.monthMillionths, Int128(days) * 1_000_000)
    }

    /// Returns the number of calendar months that take so many days; `nil` for days and weeks.
    private static func months(_ days: Int64) -> Int64? {
        switch days {
        case 28...31: 1
        case 59...62: 2
        case 89...92: 3
        case 181...184: 6
        case 365...366: 12
        default: nil
        }
    }

    private static func rounded(_ amount: Int128, _ divisor: Int128) -> Int64 {
        Int64(clamping: (amount * 2 + divisor) / (divisor * 2))
    }
}
