package import AppStore

/// Why a sales report cannot be compared with a day of the ledger; nothing of such a report is added.
package enum SalesReportMismatch: Error, Hashable, Sendable {
    /// The report cannot be read.
    case unreadable(ReportError)
    /// A row is about other days than the report was fetched for, as in a weekly report.
    case otherDay(line: Int)
}
