import Ledger

/// The stored sales reports of a range of days, and the days without sales according to Apple.
struct SalesCoverage: Sendable {
    /// The reports, in the order of their days.
    let reports: [ReportRecord]
    /// The days that the reports cover, or on which there were no sales.
    let days: Set<PacificDay>

    /// Returns the number of days within a range without a report and without the answer that there were no sales.
    func missingCount(within days: ClosedRange<PacificDay>) -> Int {
        (days.lowerBound.number...days.upperBound.number).count { !self.days.contains(PacificDay(number: $0)) }
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

extension ReadView {
    /// Returns the sales reports of a range of days, with the days without sales.
    func salesCoverage(of app: AppName, within days: ClosedRange<PacificDay>) throws -> SalesCoverage {
        let chosen = try self.chosenReports(of: app, within: days)
        let silent = try self.absences(of: app, within: days.civilDays).compactMap { absence -> PacificDay? in
            guard absence.slot.kind == .sales, absence.reason == .noSales, case .day(let day) = absence.slot.period
            else { return nil }
            return PacificDay(number: day.number)
        }
        return SalesCoverage(reports: chosen.reports, days: chosen.days.union(silent))
    }

    /// Returns the sales reports that cover a range of days.
    func chosenReports(of app: AppName, within days: ClosedRange<PacificDay>) throws -> ChosenReports {
        ChosenReports(try self.currentReports(.sales, of: app, within: days.civilDays), within: days)
    }
}

extension ClosedRange<PacificDay> {
    /// The days as the reports store them.
    fileprivate var civilDays: ClosedRange<CivilDay> {
        CivilDay(number: self.lowerBound.number)...CivilDay(number: self.upperBound.number)
    }
}
