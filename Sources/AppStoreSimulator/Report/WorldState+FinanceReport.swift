import AppStore

extension WorldState {
    /// How many days after a sale it is settled.
    private static let settlementDays: Int64 = 2

    /// Answers a request for a financial report with its text.
    func financeReport(_ request: AppleAPIRequest, _ conduct: ReportConduct) throws(ReportFault) -> [UInt8] {
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
        let isIncomplete = try self.checkTime(month.period, conduct)
        let lines = self.financeLines(type, region, month.period)
        guard !lines.isEmpty else { throw .noSales }
        let rows = isIncomplete ? lines.dropLast() : lines
        let first = ReportDate(dayNumber: month.period.first)?.reported ?? ""
        let last = ReportDate(dayNumber: month.period.last)?.reported ?? ""
        switch type {
        case .financial:
            return ReportText.text(
                columns: type.columns,
                rows: rows,
                after: Self.totals(rows, type.columns, isOfAll: region == "ZZ"),
                hasNewColumn: conduct.hasNewColumn
            )
        case .detail:
            return ReportText.text(
                columns: type.columns,
                rows: rows,
                before: [["Vendor Name", ReportWords.developer], ["Start Date", first], ["End Date", last]],
                hasNewColumn: conduct.hasNewColumn
            )
        }
    }

    /// The rows of a fiscal month: everything with money that was settled in it.
    private func financeLines(_ type: FinanceReportType, _ region: String, _ period: ReportPeriod) -> [[String]] {
        var tally = ReportTally(columns: type.columns, counting: ["Quantity"])
        let begin = PacificTime.instant(ofDay: period.first - Self.settlementDays)
        let end = PacificTime.instant(ofDay: period.last + 1 - Self.settlementDays)
        for entry in self.reportEntries(in: begin..<end) where self.unitPrice(of: entry.transaction) > 0 {
            let facts = self.transactions[entry.transaction]
            guard type == .detail || region == "ZZ" || region == facts.storefront.financeRegion else { continue }
            var values = self.financeValues(entry)
            let sold = PacificTime.day(of: entry.at)
            values["Start Date"] = ReportDate(dayNumber: period.first)?.reported
            values["End Date"] = ReportDate(dayNumber: period.last)?.reported
            values["Transaction Date"] = ReportDate(dayNumber: sold)?.reported
            values["Settlement Date"] = ReportDate(dayNumber: sold + Self.settlementDays)?.reported
            tally.add(values, ["Quantity": entry.hundredths])
        }
        return tally.lines.map { Self.extended($0, type.columns) }
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
            "Apple Identifier": self.reportNumber(of: facts), "Artist/Show/Developer/Author": ReportWords.developer,
            "Developer Name": ReportWords.developer, "Country Of Sale": facts.storefront.alpha2,
            "Product Type Identifier": ReportWords.type(product, isRestored: false),
            "Country of Sale": facts.storefront.alpha2,
            "Customer Price": DecimalPrice.text(self.unitPrice(of: entry.transaction)),
            "Customer Currency": facts.price.currency, "Order Type": ReportWords.orderType(self.offer(of: facts)),
            "Region": facts.storefront.financeRegion,
        ]
    }

    /// A row with its extended share: the quantity times the share of one, in whole cents.
    private static func extended(_ row: [String], _ columns: [String]) -> [String] {
        var row = row
        guard let place = columns.firstIndex(of: "Extended Partner Share") else { return row }
        let quantity = Self.thousandths("Quantity", row, columns)
        let exact = quantity * Self.thousandths("Partner Share", row, columns)
        let rounded = (exact + (exact < 0 ? -5_000 : 5_000)) / 10_000 * 10
        row[place] = DecimalPrice.text(rounded)
        return row
    }

    private static func thousandths(_ column: String, _ row: [String], _ columns: [String]) -> Int64 {
        columns.firstIndex(of: column).flatMap { ReportDecimal.thousandths(row[$0]) } ?? 0
    }

    /// The lines after the rows: how many rows and units there are, and the money of one region, or of each country.
    private static func totals(_ rows: [[String]], _ columns: [String], isOfAll: Bool) -> [[String]] {
        let units = rows.reduce(Int64(0)) { $0 + Self.thousandths("Quantity", $1, columns) }
        var lines = [["Total_Rows", String(rows.count)]]
        var sums: [[String]: Int64] = [:]
        for row in rows {
            let country = isOfAll ? Self.text("Country Of Sale", row, columns) : ""
            let key = [country, Self.text("Partner Share Currency", row, columns)]
            sums[key, default: 0] += Self.thousandths("Extended Partner Share", row, columns)
        }
        if !isOfAll {
            lines.append(["Total_Amount", DecimalPrice.text(sums.values.reduce(0, +))])
        }
        lines.append(["Total_Units", DecimalPrice.text(units)])
        guard isOfAll else { return lines }
        lines.append(["Country Of Sale", "Partner Share Currency", "Extended Partner Share"])
        let ordered = sums.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        return lines + ordered.map { $0.key + [DecimalPrice.text($0.value)] }
    }

    private static func text(_ column: String, _ row: [String], _ columns: [String]) -> String {
        columns.firstIndex(of: column).map { row[$0] } ?? ""
    }
}
