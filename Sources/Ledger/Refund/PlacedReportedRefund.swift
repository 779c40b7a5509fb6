/// A reported refund in the list of an app.
package struct PlacedReportedRefund: Hashable, Sendable {
    /// Its place in the list: reports of later transactions have larger ones.
    package let position: Int64
    /// The environment that it is about.
    package let environment: StoreEnvironment
    /// The report.
    package let report: ReportedRefund

    /// A report at a place.
    package init(position: Int64, environment: StoreEnvironment, report: ReportedRefund) {
        self.position = position
        self.environment = environment
        self.report = report
    }
}
