package import Ledger

/// The stored reports of some days, with Apple's answers where there is none.
struct StoredReports: Sendable {
    /// The reports that count, the last imported first.
    let records: [ReportRecord]
    /// Apple's answers instead of reports.
    let absences: [ReportAbsence]
}

extension ReadView {
    /// Returns what is stored about the reports of a vendor whose periods begin within a span of days.
    func storedReports(
        of app: AppName,
        vendor: String,
        within days: ClosedRange<CivilDay>
    ) throws -> StoredReports {
        StoredReports(
            records: try self.reports(of: app, matching: ReportFilter(begin: days, vendor: vendor)),
            absences: try self.absences(of: app, within: days)
        )
    }

    /// Returns the current reports of a kind whose periods begin within a span of days, by their first days.
    package func currentReports(
        _ kind: ReportKind,
        of app: AppName,
        within days: ClosedRange<CivilDay>
    ) throws -> [ReportRecord] {
        try self.reports(of: app, matching: ReportFilter(kind: kind, begin: days)).sorted { one, other in
            (one.slot.period.begin, one.number) < (other.slot.period.begin, other.number)
        }
    }

    /// Returns all reports of an app that match a filter, the last imported first.
    ///
    /// A record has some hundred bytes, and a filter names the days or the kind of few thousand reports at most.
    func reports(of app: AppName, matching filter: ReportFilter) throws -> [ReportRecord] {
        try self.reports(of: app, matching: filter, before: nil, limit: .max)
    }
}
