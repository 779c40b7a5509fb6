extension ConnectRequest where Response == [UInt8] {
    /// Downloads a sales and trends report (`GET /v1/salesReports`).
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - vendorNumber: The vendor number, which App Store Connect shows in Payments and Financial Reports.
    ///   - version: A version of the report other than the one that Apple documents.
    ///   - maximumByteCount: The maximum size of the file, in bytes.
    /// - Returns: The request for a gzip file of UTF-8 text, unchanged.
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
    ///   - report: The report.
    ///   - vendorNumber: The vendor number.
    ///   - maximumByteCount: The maximum size of the file, in bytes.
    /// - Returns: The request for a gzip file of UTF-8 text, unchanged.
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

    /// Returns a body that begins with a gzip header (RFC 1952), unchanged.
    @Sendable private static func gzip(_ body: [UInt8]) throws(ConnectError) -> [UInt8] {
        // A gzip file has a header of ten bytes and a trailer of eight; the report reader checks the rest.
        guard body.count >= 18, body[0] == 0x1F, body[1] == 0x8B else { throw .unreadable }
        return body
    }
}

/// The identification of a financial report.
public struct ConnectFinanceReport: Hashable, Sendable {
    /// The region code of a report about all regions.
    public static let allRegions = "ZZ"
    /// The region code that Apple uses for detailed reports.
    public static let detailRegion = "Z1"

    /// The form of the report: totals, or each sale with its date and the date of its settlement.
    public let form: FinancialReport.Form
    /// Apple's code of the region.
    public let region: String
    /// Apple's fiscal year, which begins in the autumn of the year before.
    public let fiscalYear: Int
    /// The month of the fiscal year, 1 to 12; the first is about October.
    public let fiscalMonth: Int

    /// Creates the identification of a report that Apple offers.
    ///
    /// It is `nil` if the month does not exist, the code is not two letters or digits, or Apple does not offer the form
    /// for it.
    ///
    /// - Parameters:
    ///   - form: The form of the report.
    ///   - region: Apple's code of a region; by default all regions.
    ///   - fiscalYear: Apple's fiscal year.
    ///   - fiscalMonth: The month of the fiscal year, 1 to 12.
    public init?(_ form: FinancialReport.Form, region: String? = nil, fiscalYear: Int, fiscalMonth: Int) {
        let region = region ?? (form == .detail ? Self.detailRegion : Self.allRegions)
        let isCode =
            region.utf8.count == 2
            && region.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
        guard isCode, (region == Self.detailRegion) == (form == .detail) else { return nil }
        guard (1000...9999).contains(fiscalYear), (1...12).contains(fiscalMonth) else { return nil }
        self.form = form
        self.region = region
        self.fiscalYear = fiscalYear
        self.fiscalMonth = fiscalMonth
    }

    /// The fiscal month as Apple names it, `YYYY-MM`.
    public var month: String { "\(self.fiscalYear)-" + (self.fiscalMonth < 10 ? "0" : "") + "\(self.fiscalMonth)" }
}

/// A downloaded sales report.
public struct ConnectReport: Hashable, Sendable {
    /// The gzip file, unchanged.
    public let gzip: [UInt8]
    /// The version of the report.
    public let version: String

    /// Creates a report from its parts.
    public init(gzip: [UInt8], version: String) {
        self.gzip = gzip
        self.version = version
    }
}
