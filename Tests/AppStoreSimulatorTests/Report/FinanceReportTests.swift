import AppStore
import AppStoreSimulator
import Testing

@Suite struct FinanceReportTests {
    /// What rows add up to, as customers paid it.
    private static func sums(_ rows: [FinancialRow]) -> [ReportQuarter.Key: ReportQuarter.Sum] {
        var sums: [ReportQuarter.Key: ReportQuarter.Sum] = [:]
        for row in rows {
            let key = ReportQuarter.Key(
                product: row.product,
                country: row.country,
                currency: row.customerCurrency ?? "",
                isRefund: row.isReturn
            )
            sums[key, default: .init()].units += abs(row.quantityThousandths)
            let price = row.customerPriceMilliunits ?? 0
            sums[key, default: .init()].price += (abs(row.quantityThousandths) * price + 500) / 1000
        }
        return sums
    }

    @Test("The fiscal months add up to what was charged and paid back, in both forms")
    func months() throws {
        let quarter = try ReportQuarter()
        try quarter.world.advance(to: Shop.day("2026-08-20"))
        let client = ReportClient(world: quarter.world)
        let truth = ReportQuarter.sums(Array(quarter.truth.values)).filter { $0.value.price > 0 }
        // What was sold after the middle of May is not part of the truth.
        var summary: [FinancialRow] = []
        var detail: [FinancialRow] = []
        for month in ["2026-04", "2026-05", "2026-06", "2026-07", "2026-08"] {
            let (one, other) = (client.finance(month), client.finance(month, "FINANCE_DETAIL", region: "Z1"))
            // Nothing was settled before February.
            if month == "2026-04" {
                #expect(one.status == 404 && other.status == 404)
                continue
            }
            let rows = try ReportClient.financialRows(one)
            let details = try ReportClient.financialRows(other)
            #expect(Self.sums(rows) == Self.sums(details), "\(month)")
            for row in rows + details {
                let exact = row.quantityThousandths * row.shareMilliunits / 1000
                #expect(abs(exact - row.totalShareMilliunits) <= 5 && row.isReturn == (row.quantityThousandths < 0))
            }
            summary += rows
            detail += details.filter { $0.beginDate.text < "2026-05-15" }
        }
        // Trials have no amount and are not reported.
        #expect(Self.sums(detail).mapValues(\.price) == truth.mapValues(\.price))
        #expect(summary.count >= truth.count)
        #expect(detail.allSatisfy { $0.beginDate < $0.endDate })
    }

    @Test("February is the fifth fiscal month, of four weeks, and its report comes 33 days after its end")
    func calendar() throws {
        let world = try RichShop.world()
        try world.shop("anna", "coins.100")
        try world.shop("bert", "coins.100") { $0.storefront = "DEU" }
        let client = ReportClient(world: world)
        try world.advance(to: Shop.day("2026-04-02"))
        #expect(try ReportClient.error(client.finance("2026-05")).detail.hasPrefix("Report is not available yet."))
        try world.advance(by: .days(1))
        let rows = try ReportClient.financialRows(client.finance("2026-05"))
        #expect(rows.map(\.beginDate.text) == ["2026-02-01", "2026-02-01"])
        #expect(rows.map(\.endDate.text) == ["2026-02-28", "2026-02-28"])
        #expect(rows.map(\.shareMilliunits).contains(700))
        let europe = try ReportClient.financialRows(client.finance("2026-05", region: "EU"))
        #expect(europe.map(\.country) == ["DE"])
        let text = String(decoding: try StoredGzip.content(client.finance("2026-05", region: "US").body), as: UTF8.self)
        #expect(text.hasSuffix("Total_Rows\t1\nTotal_Amount\t0.70\nTotal_Units\t1\n"))
        #expect(client.finance("2026-05", region: "JP").status == 404)
    }
}
