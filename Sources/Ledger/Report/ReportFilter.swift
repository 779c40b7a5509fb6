/// Which reports to list; each part that is `nil` takes all.
package struct ReportFilter: Hashable, Sendable {
    /// The kind.
    package var kind: ReportKind?
    /// The days on one of which the period begins.
    package var begin: ClosedRange<CivilDay>?
    /// Apple's number of the vendor.
    package var vendor: String?
    /// Whether to leave out superseded reports.
    package var isCurrentOnly: Bool

    /// Reports of these values.
    package init(
        kind: ReportKind? = nil,
        begin: ClosedRange<CivilDay>? = nil,
        vendor: String? = nil,
        isCurrentOnly: Bool = true
    ) {
        self.kind = kind
        self.begin = begin
        self.vendor = vendor
        self.isCurrentOnly = isCurrentOnly
    }
}
