package import Ledger

/// Consecutive months in which subscriptions began, counted from January 1970 in UTC.
package struct CohortMonths: Hashable, Sendable {
    /// The number of months that are shown unless a request names them.
    package static let usualCount: Int64 = 24
    /// The maximum number of months of one request: ten years.
    package static let maximumCount: Int64 = 120

    /// The first month.
    package let first: Int64
    /// The last month.
    package let last: Int64

    /// Creates the months of a request, which end with the current one and are 24 unless it states otherwise.
    ///
    /// Returns `nil` where the last month is before the first, or where there are more than `maximumCount` months.
    package init?(from first: Int64?, through last: Int64?, at now: Instant) {
        let last = last ?? CivilDay(of: now).month
        let first = first ?? last - Self.usualCount + 1
        guard first <= last, last - first < Self.maximumCount else { return nil }
        (self.first, self.last) = (first, last)
    }

    /// The months as a range.
    var range: Range<Int64> { self.first..<self.last + 1 }

    /// Returns the number of a month that is written as `2026-03`; `nil` when the text is no month.
    package static func month(_ text: String) -> Int64? { CivilDay(text: "\(text)-01")?.month }

    /// Returns a month as `2026-03`.
    package static func text(of month: Int64) -> String { String(CivilDay(firstOf: month).text.prefix(7)) }
}
