/// A point in time, in whole milliseconds since the Unix epoch (UTC).
///
/// Apple dates everything it signs in milliseconds, so nothing is rounded on the way into the ledger, and two instants
/// compare as two integers. Rules take the current instant as a parameter and never read a clock.
package struct Instant: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
    package var milliseconds: Int64

    /// Creates an instant from milliseconds since the Unix epoch.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Earlier instants come first.
    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Returns the instant that much later, clamped to the largest or smallest instant on overflow.
    package static func + (instant: Self, span: Span) -> Self {
        let (sum, overflow) = instant.milliseconds.addingReportingOverflow(span.milliseconds)
        return Self(milliseconds: overflow ? (span.milliseconds > 0 ? .max : .min) : sum)
    }

    /// Returns the instant that much earlier, clamped to the largest or smallest instant on overflow.
    package static func - (instant: Self, span: Span) -> Self {
        instant + Span(milliseconds: span.milliseconds == .min ? .max : -span.milliseconds)
    }

    /// Returns the span from the right instant to the left one, clamped to the largest or smallest span on overflow.
    package static func - (left: Self, right: Self) -> Span {
        let (difference, overflow) = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
        return Span(milliseconds: overflow ? (left > right ? .max : .min) : difference)
    }
}
