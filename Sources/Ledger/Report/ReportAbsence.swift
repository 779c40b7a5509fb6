/// What Apple answered instead of a report.
package struct ReportAbsence: Hashable, Sendable {
    /// Why there is no report.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// There were no sales: the day counts as reported.
        case noSales
        /// The report is not available yet.
        case notYet
        /// Apple keeps the report no longer.
        case gone
    }

    /// What was asked for.
    package let slot: ReportRecord.Slot
    /// Why there is none.
    package let reason: Reason
    /// When Apple said so.
    package let at: Instant

    /// An absence of these values.
    package init(slot: ReportRecord.Slot, reason: Reason, at: Instant) {
        self.slot = slot
        self.reason = reason
        self.at = at
    }
}
