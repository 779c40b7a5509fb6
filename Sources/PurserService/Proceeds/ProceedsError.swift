package import Ledger

/// The reason why the server cannot return proceeds.
package enum ProceedsError: Error, Hashable, Sendable {
    /// The server has no app of this name.
    case appUnknown(AppName)
    /// The range of days is empty or too long.
    case daysInvalid
    /// No sales report of these days is stored.
    case reportsMissing
    /// The report with this number cannot be read.
    case reportUnreadable(Int64)
    /// The days to estimate have more sales of subscriptions than this limit of lookups.
    case estimateTooLarge(Int)
    /// The request gives no rate for a currency to convert.
    case rateMissing(String)
    /// The repository failed.
    case storage(RepositoryError)

    /// Creates the error for a report that cannot be read.
    init(reading number: Int64, _ refusal: ReportRefusal) {
        if case .storage(let error) = refusal { self = .storage(error) } else { self = .reportUnreadable(number) }
    }

    /// The stable code.
    package var code: String {
        switch self {
        case .appUnknown: "app_unknown"
        case .daysInvalid: "proceeds_days_invalid"
        case .reportsMissing: "proceeds_reports_missing"
        case .reportUnreadable: "proceeds_report_unreadable"
        case .estimateTooLarge: "proceeds_estimate_too_large"
        case .rateMissing: "proceeds_rate_missing"
        case .storage(let error): error.code
        }
    }

    /// What is wrong, and the remedy.
    package var remedy: String {
        switch self {
        case .appUnknown(let name): "No app of the name \(name) is configured here."
        case .daysInvalid:
            "Name a month, such as 2026-03, or a first and a last day, at most \(ProceedsPeriod.maximumDays) days."
        case .reportsMissing: "No sales report of these days is stored. Get one: purser reports import FILE"
        case .reportUnreadable(let number):
            "Report \(number) cannot be read, so the proceeds of these days are unknown. Import it again."
        case .estimateTooLarge(let count):
            "The days without a report have more than \(count) sales of subscriptions, too many for one estimate. Get "
                + "the reports of these days, or ask for fewer days: purser reports fetch"
        case .rateMissing(let currency):
            "No rate for \(currency) is given: --rate \(currency)=1.08@2026-03-31:ECB"
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
