/// A point in time, in whole milliseconds since the Unix epoch (UTC).
///
/// Apple dates everything it signs in these units, so nothing is lost or rounded on the way into the ledger, and two
/// instants compare as two integers. Rules take the instant "now" as a parameter and never read a clock.
package struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
    package var milliseconds: Int64

    /// An instant from milliseconds since the Unix epoch.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Earlier instants come first.
    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant that much later; it stays at the largest or smallest instant rather than overflow.
    package static func + (instant: Self, span: Span) -> Self {
        let (sum, overflow) = instant.milliseconds.addingReportingOverflow(span.milliseconds)
        return Self(milliseconds: overflow ? (span.milliseconds > 0 ? .max : .min) : sum)
    }

    /// The instant that much earlier.
    package static func - (instant: Self, span: Span) -> Self {
        instant + Span(milliseconds: span.milliseconds == .min ? .max : -span.milliseconds)
    }

    /// The span from the right instant to the left one; it stays at the largest or smallest span rather than overflow.
    package static func - (left: Self, right: Self) -> Span {
        let (difference, overflow) = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
        return Span(milliseconds: overflow ? (left > right ? .max : .min) : difference)
    }
}
