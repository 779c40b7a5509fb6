extension ConnectRequest where Answer == [UInt8] {
    /// Downloads a sales and trends report (`GET /v1/salesReports`).
    ///
    /// - Parameters:
    ///   - report: Which one.
    ///   - vendorNumber: Whose; it stands in App Store Connect beside the payments.
    ///   - version: Another version of the report than the one that Apple documents.
    ///   - maximumByteCount: The longest file that is read.
    /// - Returns: The request for a gzip file of UTF-8 text, as it comes.
    public static func salesReport(
        _ report: ConnectSalesReport,
        vendorNumber: String,
        version: String? = nil,
        maximumByteCount: Int = ConnectClient.maximumReportByteCount
    ) -> Self {
        let query = [
            (name: "filter[frequency]", value: report.period.frequency),
            (name: "filter[reportDate]", value: report.period.text),
            (name: "filter[reportSubType]", value: report.detail.rawValue),
            (name: "filter[reportType]", value: report.kind.rawValue),
            (name: "filter[vendorNumber]", value: vendorNumber),
            (name: "filter[version]", value: version ?? report.version),
        ]
        return Self(
            file: ConnectTarget(["v1", "salesReports"], query: query),
            maximumByteCount: maximumByteCount,
            read: Self.gzip
        )
    }

    /// Downloads a financial report (`GET /v1/financeReports`).
    ///
    /// - Parameters:
    ///   - report: Which one.
    ///   - vendorNumber: Whose.
    ///   - maximumByteCount: The longest file that is read.
    /// - Returns: The request for a gzip file of UTF-8 text, as it comes.
    public static func financeReport(
        _ report: ConnectFinanceReport,
        vendorNumber: String,
        maximumByteCount: Int = ConnectClient.maximumReportByteCount
    ) -> Self {
        let query = [
            (name: "filter[regionCode]", value: report.region),
            (name: "filter[reportDate]", value: report.month),
            (name: "filter[reportType]", value: report.form == .detail ? "FINANCE_DETAIL" : "FINANCIAL"),
            (name: "filter[vendorNumber]", value: vendorNumber),
        ]
        return Self(
            file: ConnectTarget(["v1", "financeReports"], query: query),
            maximumByteCount: maximumByteCount,
            read: Self.gzip
        )
    }

    /// A body that begins as gzip does (RFC 1952), untouched.
    @Sendable private static func gzip(_ body: [UInt8]) throws(ConnectError) -> [UInt8] {
        // Ten bytes of head, eight of tail; what is between is the reader's business.
        guard body.count >= 18, body[0] == 0x1F, body[1] == 0x8B else { throw .unreadable }
        return body
    }
}
