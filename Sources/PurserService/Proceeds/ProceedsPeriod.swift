package import Ledger

/// The days that are asked about: a calendar month, or from one day to another, in Pacific time.
package struct ProceedsPeriod: Hashable, Sendable {
    /// The most days that are asked about at once.
    package static let maximumDays: Int64 = 400

    /// The days.
    package let days: ClosedRange<PacificDay>
    /// The month as `2026-03`, or both days.
    package let text: String

    /// A month that is written as `2026-03`; `nil` when the text is none.
    package init?(month text: String) {
        guard let month = ReportPeriod(text, length: .month) else { return nil }
        self.days = month.pacificDays
        self.text = text
    }

    /// From one day to another, that one included; `nil` when they are not in order or too far apart.
    package init?(from first: PacificDay, through last: PacificDay) {
        guard first <= last, last - first < Self.maximumDays else { return nil }
        self.days = first...last
        self.text = first == last ? first.text : "\(first.text) - \(last.text)"
    }

    /// The days one by one.
    var all: [PacificDay] {
        (self.days.lowerBound.number...self.days.upperBound.number).map { PacificDay(number: $0) }
    }

    /// The days as reports are kept by them.
    var civilDays: ClosedRange<CivilDay> {
        CivilDay(number: self.days.lowerBound.number)...CivilDay(number: self.days.upperBound.number)
    }
}

/// The sales reports that cover days, each day by one of them only.
///
/// Daily reports come first; a report of a week, a month or a year counts where it lies within the days and no shorter
/// report covers any of them.
struct ChosenReports: Sendable {
    /// The reports in the order of their days.
    let reports: [ReportRecord]
    /// The days that they cover.
    let days: Set<PacificDay>

    /// Chooses among the reports that count.
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
