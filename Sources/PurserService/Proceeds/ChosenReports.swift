import Ledger

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
