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

/// Which financial report is meant.
public struct ConnectFinanceReport: Hashable, Sendable {
    /// The region of a report that has all of them.
    public static let allRegions = "ZZ"
    /// The region that Apple gives to reports in detail.
    public static let detailRegion = "Z1"

    /// Totals, or with the dates of each sale and of its settlement.
    public let form: FinancialReport.Form
    /// Apple's code of the region whose money it is about.
    public let region: String
    /// Apple's fiscal year, which begins in the autumn before.
    public let fiscalYear: Int
    /// The month of the fiscal year, 1 to 12: the first is about October.
    public let fiscalMonth: Int

    /// A report that Apple makes.
    ///
    /// It is `nil` when there is no such month, the code is not two letters or digits, or the form is not made for it.
    ///
    /// - Parameters:
    ///   - form: Totals, or in detail.
    ///   - region: Apple's code of a region; without it, all of them.
    ///   - fiscalYear: Apple's fiscal year.
    ///   - fiscalMonth: Its month, 1 to 12.
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

/// A sales report as it came.
public struct ConnectReport: Hashable, Sendable {
    /// The gzip file, untouched.
    public let gzip: [UInt8]
    /// The version in which Apple made it.
    public let version: String

    /// A report.
    public init(gzip: [UInt8], version: String) {
        self.gzip = gzip
        self.version = version
    }
}
