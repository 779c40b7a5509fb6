package import Ledger

/// What became of a report that was to be kept.
package struct AddedReport: Hashable, Sendable {
    /// The report as it is kept.
    package let record: ReportRecord
    /// Whether its text was not kept for the same slot before.
    package let isNew: Bool
    /// The number of the report whose place it took, if there was one.
    package let supersedes: Int64?

    /// A report of these values.
    package init(record: ReportRecord, isNew: Bool, supersedes: Int64?) {
        self.record = record
        self.isNew = isNew
        self.supersedes = supersedes
    }

    /// What became of it, as lines and figures name it.
    package var outcome: Outcome {
        if self.supersedes != nil { return .superseding }
        return self.isNew ? .imported : .known
    }

    /// What becomes of a report.
    package enum Outcome: String, Hashable, Sendable, CaseIterable {
        /// It is the first of its slot.
        case imported
        /// It took the place of another.
        case superseding
        /// It was kept before, and nothing has changed.
        case known
    }
}
