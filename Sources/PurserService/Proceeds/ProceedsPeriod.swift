package import Ledger

/// A range of days in Pacific time: a calendar month, or from one day to another.
package struct ProceedsPeriod: Hashable, Sendable {
    /// The maximum number of days in one request.
    package static let maximumDays: Int64 = 400

    /// The days.
    package let days: ClosedRange<PacificDay>
    /// The month as `2026-03`, or the first and the last day.
    package let text: String

    /// Creates a month from a text such as `2026-03`; `nil` for other texts.
    package init?(month text: String) {
        guard let month = ReportPeriod(text, length: .month) else { return nil }
        self.days = month.pacificDays
        self.text = text
    }

    /// Creates a range of days, both included; `nil` where they are not in order or too far apart.
    package init?(from first: PacificDay, through last: PacificDay) {
        guard first <= last, last - first < Self.maximumDays else { return nil }
        self.days = first...last
        self.text = first == last ? first.text : "\(first.text) - \(last.text)"
    }

    /// The days, ascending.
    var all: [PacificDay] {
        (self.days.lowerBound.number...self.days.upperBound.number).map { PacificDay(number: $0) }
    }
}
