package import Ledger

/// What a report must be about, because it was asked for.
package struct ReportExpectation: Hashable, Sendable {
    /// The kind.
    package let kind: ReportKind
    /// The period.
    package let period: ReportPeriod
    /// Apple's code of the finance region; empty for all but finance reports.
    package let region: String
    /// Apple's number of the vendor.
    package let vendor: String

    /// An expectation of these values.
    package init(kind: ReportKind, period: ReportPeriod, region: String = "", vendor: String) {
        self.kind = kind
        self.period = period
        self.region = region
        self.vendor = vendor
    }
}
