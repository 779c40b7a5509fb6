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

    /// The days as the reports store them.
    var civilDays: ClosedRange<CivilDay> {
        CivilDay(number: self.days.lowerBound.number)...CivilDay(number: self.days.upperBound.number)
    }
}

/// The sales reports that cover a range of days, each day by one report only.
///
/// Daily reports take precedence; a weekly, monthly or yearly report counts where it lies within the range and no
/// shorter report covers any of its days.
struct ChosenReports: Sendable {
    /// The reports, in the order of their days.
    let reports: [ReportRecord]
    /// The days that the reports cover.
    let days: Set<PacificDay>

    /// Chooses the reports that count.
    init(_ records: [ReportRecord], within days: ClosedRange<PacificDay>) {
        let all = records.newest(by: \.slot.period).map { period, record in
            let span = period.pacificDays
            return (record, first: span.lowerBound, last: span.upperBound)
        }.sorted { left, right in
            let (one, other) = (left.last - left.first, right.last - right.first)
            return one != other ? one < other : left.first < right.first
        }
        var covered: Set<PacificDay> = []
        var chosen: [(ReportRecord, PacificDay)] = []
        for (record, first, last) in all where days.contains(first) && days.contains(last) {
            let span = (first.number...last.number).map { PacificDay(number: $0) }
            guard covered.isDisjoint(with: span) else { continue }
            covered.formUnion(span)
            chosen.append((record, first))
        }
        self.reports = chosen.sorted { $0.1 < $1.1 }.map(\.0)
        self.days = covered
    }
}
