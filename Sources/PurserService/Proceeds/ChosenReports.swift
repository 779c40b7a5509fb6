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
        var newest: [ReportPeriod: ReportRecord] = [:]
        for record in records {
            // The same report may be there with a vendor's number and without.
            if let known = newest[record.slot.period], known.number > record.number { continue }
            newest[record.slot.period] = record
        }
        let all = newest.values.map { record in
            let span = record.slot.period.days
            return (
                record, first: PacificDay(number: span.lowerBound.number),
                last: PacificDay(number: span.upperBound.number)
            )
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
