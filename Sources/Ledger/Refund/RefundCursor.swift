/// A place among the cases of an app by the instant at which they were opened, or among its reported refunds by that of
/// the report.
package struct RefundCursor: Hashable, Comparable, Sendable {
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
    package init(_ positioned: PositionedRefund) {
        self.init(openedAt: positioned.record.refundCase.openedAt, position: positioned.position)
    }

    /// The place of a reported refund that was read.
    package init(_ positioned: PositionedReportedRefund) {
        self.init(openedAt: positioned.report.reportedAt, position: positioned.position)
    }

    /// The place of a text that `cursor` gave; `nil` where it is none.
    package init?(cursor text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let opened = Int64(parts[0]), let position = Int64(parts[1]) else { return nil }
        self.init(openedAt: Instant(milliseconds: opened), position: position)
    }

    /// The place as a text.
    package var cursor: String { "\(self.openedAt.milliseconds)_\(self.position)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.openedAt, left.position) < (right.openedAt, right.position)
    }
}

/// A case and its place among those of its app.
package struct PositionedRefund: Hashable, Sendable {
    /// Its place; a later one became known later.
    package let position: Int64
    /// The case.
    package let record: RefundRecord

    /// A case at a place.
    package init(position: Int64, record: RefundRecord) {
        self.position = position
        self.record = record
    }
}

/// A reported refund in the list of an app.
package struct PositionedReportedRefund: Hashable, Sendable {
    /// Its place in the list: reports of later transactions have larger ones.
    package let position: Int64
    /// The environment that it is about.
    package let environment: StoreEnvironment
    /// The report.
    package let report: ReportedRefund

    /// A report at a place.
    package init(position: Int64, environment: StoreEnvironment, report: ReportedRefund) {
        self.position = position
        self.environment = environment
        self.report = report
    }
}

/// Which cases are asked for.
package struct RefundFilter: Hashable, Sendable {
    /// Those that stand so.
    package var status: RefundStatus?
    /// Those of this customer.
    package var customer: CustomerID?

    /// A filter; all cases without either.
    package init(status: RefundStatus? = nil, customer: CustomerID? = nil) {
        self.status = status
        self.customer = customer
    }
}
