/// A length of time in whole milliseconds, the ledger's counterpart of `Duration`.
///
/// The rules count in Apple's own unit; `Duration` would add 128-bit attosecond arithmetic to every comparison.
package struct Span: Hashable, Comparable, Sendable {
    /// Milliseconds; negative when it points backwards.
    package var milliseconds: Int64

    /// A span of so many milliseconds.
    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Shorter spans come first.
    package static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// No time at all.
    package static let zero = Self(milliseconds: 0)

    /// So many seconds.
    package static func seconds(_ count: Int64) -> Self { Self(milliseconds: count * 1000) }

    /// So many minutes.
    package static func minutes(_ count: Int64) -> Self { .seconds(count * 60) }

    /// So many hours.
    package static func hours(_ count: Int64) -> Self { .minutes(count * 60) }

    /// So many days of 24 hours.
    package static func days(_ count: Int64) -> Self { .hours(count * 24) }
}
