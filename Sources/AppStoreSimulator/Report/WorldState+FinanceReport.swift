extension WorldState {
    /// The number of days between a sale and its settlement.
    private static let settlementDays: Int64 = 2

    /// Returns the text of a requested financial report.
    func financeReport(_ request: AppleAPIRequest, _ behavior: ReportBehavior) throws(ConnectAPIError) -> [UInt8] {
        try self.checkReport(
            request,
            known: ["filter[vendorNumber]", "filter[reportType]", "filter[regionCode]", "filter[reportDate]"]
        )
        let typeName = try self.required("filter[reportType]", of: request)
        let region = try self.required("filter[regionCode]", of: request)
        let date = try self.required("filter[reportDate]", of: request)
        guard let type = FinanceReportType(rawValue: typeName) else { throw .invalid("filter[reportType]", typeName) }
        guard type.covers(region) else { throw .invalid("filter[regionCode]", region) }
        guard let month = FiscalMonth(date) else { throw .invalid("filter[reportDate]", date) }
        let isIncomplete = try self.checkTime(month.period, behavior)
        let lines = self.financeLines(type, region, month.period)
        guard !lines.isEmpty else { throw .noSales }
        let rows = isIncomplete ? lines.dropLast() : lines
        let first = CivilDate(dayNumber: month.period.first).slashed
        let last = CivilDate(dayNumber: month.period.last).slashed
        switch type {
        case .financial:
            return ReportText.text(
                columns: type.columns,
                rows: rows.map(\.fields),
                after: Self.totals(rows, isOfAll: region == "ZZ"),
                hasNewColumn: behavior.hasNewColumn
            )
        case .detail:
            return ReportText.text(
                columns: type.columns,
                rows: rows.map(\.fields),
                before: [["Vendor Name", ReportValues.developer], ["Start Date", first], ["End Date", last]],
                hasNewColumn: behavior.hasNewColumn
            )
        }
    }

    /// Returns the rows of a fiscal month: all sales and refunds with money that were settled in it.
    private func financeLines(_ type: FinanceReportType, _ region: String, _ period: ReportPeriod) -> [FinanceLine] {
        var tally = ReportTally(columns: type.columns, counting: ["Quantity"])
        let begin = PacificTime.instant(ofDay: period.first - Self.settlementDays)
        let end = PacificTime.instant(ofDay: period.last + 1 - Self.settlementDays)
        for entry in self.reportEntries(in: begin..<end) where self.unitPrice(of: entry.transaction) > 0 {
            let facts = self.transactions[entry.transaction]
            guard type == .detail || region == "ZZ" || region == facts.storefront.financeRegion else { continue }
            var values = self.financeValues(entry)
            let sold = PacificTime.day(of: entry.at)
            values["Start Date"] = CivilDate(dayNumber: period.first).slashed
            values["End Date"] = CivilDate(dayNumber: period.last).slashed
            values["Transaction Date"] = CivilDate(dayNumber: sold).slashed
            values["Settlement Date"] = CivilDate(dayNumber: sold + Self.settlementDays).slashed
            tally.add(values, ["Quantity": entry.hundredths])
        }
        return tally.sums.map { FinanceLine($0.fields, hundredths: $0.hundredths.first ?? 0, columns: type.columns) }
    }

    private func financeValues(_ entry: ReportEntry) -> [String: String] {
        let facts = self.transactions[entry.transaction]
        let product = self.product(of: facts)
        let sku = Self.sku(of: facts, product)
        let isReturn = entry.kind == .refund ? "R" : "S"
        return [
            "Vendor Identifier": sku, "SKU": sku, "Title": product.id,
            "Partner Share": DecimalPrice.text(self.unitProceeds(of: entry.transaction)),
            "Partner Share Currency": facts.price.currency, "Sales or Return": isReturn, "Sale or Return": isReturn,
            "Apple Identifier": self.reportNumber(of: facts), "Artist/Show/Developer/Author": ReportValues.developer,
            "Developer Name": ReportValues.developer, "Country Of Sale": facts.storefront.alpha2,
            "Product Type Identifier": ReportValues.type(product, isRestored: false),
            "Country of Sale": facts.storefront.alpha2,
            "Customer Price": DecimalPrice.text(self.unitPrice(of: entry.transaction)),
            "Customer Currency": facts.price.currency, "Order Type": ReportValues.orderType(self.offer(of: facts)),
            "Region": facts.storefront.financeRegion,
        ]
    }

    /// Returns the lines after the rows: the number of rows and units, and the money of one region, or of each country.
    private static func totals(_ rows: some Collection<FinanceLine>, isOfAll: Bool) -> [[String]] {
        let units = rows.reduce(Int64(0)) { $0 + $1.hundredths }
        var lines = [["Total_Rows", String(rows.count)]]
        var sums: [[String]: Int64] = [:]
        for row in rows { sums[[isOfAll ? row.country : "", row.currency], default: 0] += row.milliunits }
        if !isOfAll {
            lines.append(["Total_Amount", DecimalPrice.text(sums.values.reduce(0, +))])
        }
        lines.append(["Total_Units", DecimalPrice.text(units * 10)])
        guard isOfAll else { return lines }
        lines.append(["Country Of Sale", "Partner Share Currency", "Extended Partner Share"])
        let ordered = sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return lines + ordered.map { $0.key + [DecimalPrice.text($0.value)] }
    }
}

/// The type of a financial report.
enum FinanceReportType: String, Sendable {
    /// A fiscal month of one region, or of all of them (`ZZ`).
    case financial = "FINANCIAL"
    /// All regions (`Z1`), with the days of sale and settlement.
    case detail = "FINANCE_DETAIL"

    /// Returns whether Apple creates the report for a region.
    func covers(_ region: String) -> Bool {
        switch self {
        case .financial: region == "ZZ" || WorldStorefront.financeRegions.contains(region)
        case .detail: region == "Z1"
        }
    }

    /// The columns, in Apple's order.
    var columns: [String] {
        switch self {
        case .financial:
            [
                "Start Date", "End Date", "UPC", "ISRC/ISBN", "Vendor Identifier", "Quantity", "Partner Share",
                "Extended Partner Share", "Partner Share Currency", "Sales or Return", "Apple Identifier",
                "Artist/Show/Developer/Author", "Title", "Label/Studio/Network/Developer/Publisher", "Grid",
                "Product Type Identifier", "ISAN/Other Identifier", "Country Of Sale", "Pre-order Flag", "Promo Code",
                "Customer Price", "Customer Currency",
            ]
        case .detail:
            [
                "Transaction Date", "Settlement Date", "Apple Identifier", "SKU", "Title", "Developer Name",
                "Product Type Identifier", "Country of Sale", "Quantity", "Partner Share", "Extended Partner Share",
                "Partner Share Currency", "Customer Price", "Customer Currency", "Sale or Return", "Promo Code",
                "Order Type", "Region",
            ]
        }
    }
}

/// A row of a financial report, as texts and as numbers.
struct FinanceLine {
    /// The texts, in the order of the columns.
    let fields: [String]
    /// The quantity, in hundredths; negative for a refund.
    let hundredths: Int64
    /// The two-letter code of the storefront.
    let country: String
    /// The currency of the partner share.
    let currency: String
    /// The extended share: the quantity times the unit share, in milliunits of whole cents.
    let milliunits: Int64

    /// Creates a row and computes its extended share.
    init(_ fields: [String], hundredths: Int64, columns: [String]) {
        func index(_ column: String) -> Int? {
            columns.firstIndex { $0.lowercased() == column.lowercased() }
        }
        func text(_ column: String) -> String { index(column).map { fields[$0] } ?? "" }
        let share = (try? DecimalPrice.milliunits(text("Partner Share"))) ?? 0
        let exact = hundredths * share
        let rounded = (exact + (exact < 0 ? -500 : 500)) / 1_000 * 10
        var all = fields
        if let extended = index("Extended Partner Share") { all[extended] = DecimalPrice.text(rounded) }
        self.fields = all
        self.hundredths = hundredths
        self.country = text("Country Of Sale")
        self.currency = text("Partner Share Currency")
        self.milliunits = rounded
    }
}
