package import Ledger

/// Why days could not be compared, or nothing was done about one.
package enum ReconciliationError: Error, Hashable, Sendable {
    /// There is no app of this name.
    case appUnknown(AppName)
    /// The last day comes before the first, or there are more than `ReconciliationService.maximumDays`.
    case spanInvalid
    /// The day has no report that it was compared with.
    case reportMissing(PacificDay)
    /// The fiscal month has no finance report.
    case financeReportMissing(FiscalMonth)
    /// The report of this number cannot be read.
    case reportUnreadable(Int64)
    /// The day is not any more what the person saw.
    case dayChanged(PacificDay)
    /// An acceptance without a reason.
    case reasonMissing
    /// The database is at fault.
    case storage(RepositoryError)

    /// The stable code.
    package var code: String {
        switch self {
        case .appUnknown: "app_unknown"
        case .spanInvalid: "reconciliation_days_invalid"
        case .reportMissing: "reconciliation_report_missing"
        case .financeReportMissing: "reconciliation_finance_missing"
        case .reportUnreadable: "reconciliation_report_unreadable"
        case .dayChanged: "reconciliation_day_changed"
        case .reasonMissing: "reconciliation_reason_missing"
        case .storage(let error): error.code
        }
    }

    /// What is wrong and what to do about it.
    package var remedy: String {
        switch self {
        case .appUnknown(let name): "No app of the name \(name) is configured here."
        case .spanInvalid:
            "Name a first and a last day in order, at most \(ReconciliationService.maximumDays) days: "
                + "--from 2026-03-01 --to 2026-03-31"
        case .reportMissing(let day):
            "\(day.text) was not compared with a report. Get the report, compare the day, and look at it first: "
                + "purser reconcile --day \(day.text)"
        case .financeReportMissing(let month):
            "There is no finance report of the fiscal month \(month.text). Apple makes it about 33 days after its end: "
                + "purser reports fetch --fiscal \(month.text)"
        case .reportUnreadable(let number):
            "Report \(number) cannot be read; get it again. What it is: purser reports show \(number)"
        case .dayChanged(let day):
            "\(day.text) has changed since, so nothing was accepted. Look at it again: "
                + "purser reconcile --day \(day.text)"
        case .reasonMissing: "Say why the day is accepted as it is: --reason \"...\""
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
