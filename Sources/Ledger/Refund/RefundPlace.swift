/// A place among the cases of an app by the instant at which they were opened.
package struct RefundPlace: Hashable, Comparable, Sendable {
    /// When a case was opened.
    package let openedAt: Instant
    /// Its place in the order in which cases became known.
    package let position: Int64

    /// The place of a case.
    package init(openedAt: Instant, position: Int64) {
        self.openedAt = openedAt
        self.position = position
    }

    /// The place before all cases that were opened at an instant or later.
    package init(since instant: Instant) { self.init(openedAt: instant, position: 0) }

    /// The place of a case that was read.
    package init(_ placed: PlacedRefund) {
        self.init(openedAt: placed.record.refundCase.openedAt, position: placed.position)
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.openedAt, left.position) < (right.openedAt, right.position)
    }
}
