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
