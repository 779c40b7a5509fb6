/// A day in UTC, by the number of days since 1970-01-01.
package struct CivilDay: Hashable, Comparable, Sendable {
    private static let millisecondsPerDay: Int64 = 86_400_000

    /// Its number.
    package let number: Int64

    /// The day of this number.
    package init(number: Int64) { self.number = number }

    /// The day of an instant.
    package init(of instant: Instant) {
        let milliseconds = instant.milliseconds
        let day = milliseconds / Self.millisecondsPerDay
        self.number = milliseconds % Self.millisecondsPerDay < 0 ? day - 1 : day
    }

    /// Earlier days come first.
    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// The day that many days later.
    package static func + (day: Self, count: Int64) -> Self { Self(number: day.number + count) }

    /// How many days the left day is after the right one.
    package static func - (left: Self, right: Self) -> Int64 { left.number - right.number }

    /// The day as `2026-03-01`.
    package var text: String {
        String(Instant(milliseconds: self.number * Self.millisecondsPerDay).rfc3339.prefix(10))
    }
}
