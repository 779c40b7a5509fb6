/// The length of service that one payment of a subscription covers.
package enum ServicePeriod: Hashable, Sendable {
    /// A number of days.
    case days(Int64)
    /// A number of calendar months; a year is twelve.
    case months(Int64)

    /// Creates a period from the wording of Apple's sales reports: `7 Days`, `1 Month`, `1 Year`; `nil` for any other
    /// text.
    package init?(reported text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let count = Int64(words[0]), (1...1000).contains(count) else { return nil }
        switch words[1].lowercased() {
        case "day", "days": self = .days(count)
        case "week", "weeks": self = .days(count * 7)
        case "month", "months": self = .months(count)
        case "year", "years": self = .months(count * 12)
        default: return nil
        }
    }

    /// Creates the period of the days between two instants, rounded half up; `nil` where it is no day.
    package init?(from begin: Instant, to end: Instant) {
        // Instants and spans are bounded by their type; adding half a day must not exceed the bound.
        let count = ((end + .hours(12)) - begin).milliseconds / Span.days(1).milliseconds
        guard count > 0 else { return nil }
        self = .days(count)
    }

    /// Returns the number of days of service that a payment on a day covers: a year has 365, or 366 with 29 February in
    /// it.
    ///
    /// A month ends before the same day of the next month, or, where that month is shorter, before its last day.
    package func dayCount(from day: PacificDay) -> Int64 {
        switch self {
        case .days(let count): count
        case .months(let count): Self.day(count, monthsAfter: day) - day
        }
    }

    private static func day(_ count: Int64, monthsAfter day: PacificDay) -> PacificDay {
        let parts = day.text.split(separator: "-").compactMap { Int64($0) }
        guard parts.count == 3 else { return day + count * 30 }
        let month = parts[0] * 12 + parts[1] - 1 + count
        let begin = Self.first(ofMonth: month)
        let length = Self.first(ofMonth: month + 1) - begin
        return begin + (min(parts[2], length) - 1)
    }

    private static func first(ofMonth month: Int64) -> PacificDay {
        func padded(_ number: Int64, _ count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
        }
        let text = "\(padded(month / 12, 4))-\(padded(month % 12 + 1, 2))-01"
        return PacificDay(text: text) ?? PacificDay(number: 0)
    }
}
