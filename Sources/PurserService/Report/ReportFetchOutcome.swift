package import Ledger

/// What came of asking App Store Connect for a report.
package enum ReportFetchOutcome: Hashable, Sendable {
    /// The report is new.
    case new(number: Int64, rowCount: Int)
    /// The report is another than before, and has taken its place.
    case changed(number: Int64, rowCount: Int, supersedes: Int64)
    /// The report is the one that was there.
    case unchanged(number: Int64, rowCount: Int)
    /// There is none.
    case absent(ReportAbsence.Reason)
    /// It could not be had.
    case failed(ReportFetchFailure)

    /// The name of the outcome in metrics, answers and logs; it never changes.
    package var name: String {
        switch self {
        case .new: "new"
        case .changed: "changed"
        case .unchanged: "unchanged"
        case .absent(.noSales): "no_sales"
        case .absent(.notYet): "not_yet"
        case .absent(.gone): "gone"
        case .failed: "failed"
        }
    }

    /// Whether everything is known now that there was to know of the report.
    package var isComplete: Bool {
        switch self {
        case .new, .changed, .unchanged, .absent(.noSales): true
        case .absent(.notYet), .absent(.gone), .failed: false
        }
    }

    /// Whether Apple answered that there is no report.
    package var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// Why it could not be had; `nil` where Apple answered.
    package var failure: ReportFetchFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }
}
