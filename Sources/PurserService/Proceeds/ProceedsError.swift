package import Ledger

/// Why nothing can be said about proceeds.
package enum ProceedsError: Error, Hashable, Sendable {
    /// There is no app of this name.
    case appUnknown(AppName)
    /// The days are none, or too many.
    case daysInvalid
    /// No sales report of these days is kept.
    case reportsMissing
    /// A kept report cannot be read; its number.
    case reportUnreadable(Int64)
    /// Days are to be estimated that have more sales of subscriptions than are looked up at once.
    case estimateTooLarge(Int)
    /// Currencies are to be converted, and the rate of one is not given.
    case rateMissing(String)
    /// The database is at fault.
    case storage(RepositoryError)

    /// What is wrong with reading a report.
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

    /// What is wrong and what to do about it.
    package var remedy: String {
        switch self {
        case .appUnknown(let name): "No app of the name \(name) is configured here."
        case .daysInvalid:
            "Name a month, such as 2026-03, or a first and a last day, at most \(ProceedsPeriod.maximumDays) days."
        case .reportsMissing: "No sales report of these days is kept. Get one: purser reports import FILE"
        case .reportUnreadable(let number):
            "Report \(number) cannot be read, so nothing is said of these days. Import it again."
        case .estimateTooLarge(let count):
            "The days without a report have more than \(count) sales of subscriptions, too many for one estimate. Get "
                + "the reports of these days, or ask for fewer days: purser reports fetch"
        case .rateMissing(let currency):
            "No rate of \(currency) is given, and none is made up: --rate \(currency)=1.08@2026-03-31:ECB"
        case .storage(let error): OperationFailure(error).detail
        }
    }
}
