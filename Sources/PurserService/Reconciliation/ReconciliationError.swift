package import Ledger

/// The reason why days could not be compared, or why a day was not accepted.
package enum ReconciliationError: Error, Hashable, Sendable {
    /// The server has no app of this name.
    case appUnknown(AppName)
    /// The last day comes before the first, or there are more than `ReconciliationService.maximumDays`.
    case spanInvalid
    /// The day was not compared with a report.
    case reportMissing(PacificDay)
    /// The fiscal month has no finance report.
    case financeReportMissing(FiscalMonth)
    /// The report of this number cannot be read.
    case reportUnreadable(Int64)
    /// The day has changed since the person read it.
    case dayChanged(PacificDay)
    /// The acceptance has no reason.
    case reasonMissing
    /// The repository failed.
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

    /// What is wrong, and the remedy.
    package var remedy: String {
        switch self {
        case .appUnknown(let name): "No app of the name \(name) is configured here."
        case .spanInvalid:
            "Name a first and a last day in order, at most \(ReconciliationService.maximumDays) days: "
                + "--from 2026-03-01 --to 2026-03-31"
        case .reportMissing(let day):
            "\(day.text) was not compared with a report. Get the report, compare the day, and check the result first: "
                + "purser reconcile --day \(day.text)"
        case .financeReportMissing(let month):
            "There is no finance report of the fiscal month \(month.text). Apple makes it about 33 days after its end: "
                + "purser reports fetch --fiscal \(month.text)"
        case .reportUnreadable(let number):
            "Report \(number) cannot be read; get it again. For its details: purser reports show \(number)"
        case .dayChanged(let day):
            "\(day.text) has changed since, so nothing was accepted. Check it again: "
                + "purser reconcile --day \(day.text)"
        case .reasonMissing: "Give a reason for accepting the day: --reason \"...\""
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
