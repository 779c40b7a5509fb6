/// A position among the cases of an app, ordered by the instant at which they were opened, or among its reported
/// refunds, ordered by the instant of the report.
package struct RefundCursor: Hashable, Comparable, Sendable {
    /// The instant at which the case was opened.
    package let openedAt: Instant
    /// The position of the case in the order in which the ledger recorded cases.
    package let position: Int64

    /// Creates the position of a case.
    package init(openedAt: Instant, position: Int64) {
        self.openedAt = openedAt
        self.position = position
    }

    /// Creates the position before all cases that were opened at an instant or later.
    package init(since instant: Instant) { self.init(openedAt: instant, position: 0) }

    /// Creates the position of a case that was read.
    package init(_ positioned: PositionedRefund) {
        self.init(openedAt: positioned.record.refundCase.openedAt, position: positioned.position)
    }

    /// Creates the position of a reported refund that was read.
    package init(_ positioned: PositionedReportedRefund) {
        self.init(openedAt: positioned.report.reportedAt, position: positioned.position)
    }

    /// Creates the position of a text that `cursor` returned; `nil` for any other text.
    package init?(cursor text: String) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let opened = Int64(parts[0]), let position = Int64(parts[1]) else { return nil }
        self.init(openedAt: Instant(milliseconds: opened), position: position)
    }

    /// The position as a text.
    package var cursor: String { "\(self.openedAt.milliseconds)_\(self.position)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.openedAt, left.position) < (right.openedAt, right.position)
    }
}

/// A case and its position among those of its app.
package struct PositionedRefund: Hashable, Sendable {
    /// The position; cases that were recorded later have larger ones.
    package let position: Int64
    /// The case.
    package let record: RefundRecord

    /// Creates a case at a position.
    package init(position: Int64, record: RefundRecord) {
        self.position = position
        self.record = record
    }
}

/// A reported refund and its position in the list of an app.
package struct PositionedReportedRefund: Hashable, Sendable {
    /// The position in the list; reports of later transactions have larger ones.
    package let position: Int64
    /// The environment of the report.
    package let environment: StoreEnvironment
    /// The report.
    package let report: ReportedRefund

    /// Creates a report at a position.
    package init(position: Int64, environment: StoreEnvironment, report: ReportedRefund) {
        self.position = position
        self.environment = environment
        self.report = report
    }
}

/// A filter on refund cases.
package struct RefundFilter: Hashable, Sendable {
    /// The status of the cases; `nil` for any.
    package var status: RefundStatus?
    /// The customer of the cases; `nil` for any.
    package var customer: CustomerID?

    /// Creates a filter; without either value it matches all cases.
    package init(status: RefundStatus? = nil, customer: CustomerID? = nil) {
        self.status = status
        self.customer = customer
    }
}
