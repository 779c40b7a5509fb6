/// A length of time in whole milliseconds, the ledger's counterpart of `Duration`.
///
/// The rules use Apple's unit; `Duration` would add 128-bit attosecond arithmetic to every comparison.
package struct Span: Hashable, Comparable, Sendable {
    /// The milliseconds; negative for a span into the past.
    package var milliseconds: Int64

    /// Creates a span of this many milliseconds.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Shorter spans come first.
    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The empty span.
    package static let zero = Self(milliseconds: 0)

    /// Returns a span of this many seconds.
    package static func seconds(_ count: Int64) -> Self { Self(milliseconds: count * 1000) }

    /// Returns a span of this many minutes.
    package static func minutes(_ count: Int64) -> Self { .seconds(count * 60) }

    /// Returns a span of this many hours.
    package static func hours(_ count: Int64) -> Self { .minutes(count * 60) }

    /// Returns a span of this many days of 24 hours.
    package static func days(_ count: Int64) -> Self { .hours(count * 24) }
}
