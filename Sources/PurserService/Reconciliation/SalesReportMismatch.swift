package import AppStore

/// Why a sales report cannot be compared with a day of the ledger; nothing of such a report is added.
package enum SalesReportMismatch: Error, Hashable, Sendable {
    /// The report cannot be read.
    case unreadable(ReportError)
    /// The file cannot be taken apart.
    case refused(ReportRefusal)
    /// A row is about other days than the report was fetched for, as in a weekly report.
    case otherDay(line: Int)

    /// What is wrong, in a sentence.
    package var detail: String {
        switch self {
        case .unreadable(let error): ReportRefusal.unreadable(error).remedy
        case .refused(let refusal): refusal.remedy
        case .otherDay(let line): "Line \(line) is about another day than the report."
        }
    }
}
