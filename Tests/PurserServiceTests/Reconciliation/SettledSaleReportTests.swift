import AppStore
import Ledger
import PurserService
import Testing

@Suite struct SettledSaleReportTests {
    private static let detail = [
        "Transaction Date\tSettlement Date\tApple Identifier\tSKU\tTitle\tDeveloper Name\tProduct Type Identifier"
            + "\tCountry of Sale\tQuantity\tPartner Share\tExtended Partner Share\tPartner Share Currency"
            + "\tCustomer Price\tCustomer Currency\tSale or Return\tPromo Code\tOrder Type\tRegion",
        "11/04/2023\t11/08/2023\t1\tcoins\tCoins\tExample\tIA1\tDE\t2\t2.94\t5.88\tEUR\t4.99\tEUR\tS\t\t\tEU",
        "10/02/2023\t11/09/2023\t1\tcoins\tCoins\tExample\tIA1\tDE\t-1\t2.94\t-2.94\tEUR\t-4.99\tEUR\tR\t\t\tEU",
        "11/06/2023\t11/09/2023\t2\tapp\tApp\tExample\t1F\tDE\t5\t0.70\t3.50\tEUR\t0.99\tEUR\tS\t\t\tEU",
        "11/06/2023\t11/09/2023\t3\tother\tOther\tExample\tIA1\tUS\t1\t0.70\t0.70\tUSD\t0.99\tUSD\tS\t\t\tUS",
    ]

    private static let summary = [
        "Start Date\tEnd Date\tUPC\tISRC/ISBN\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share"
            + "\tPartner Share Currency\tSales or Return\tApple Identifier\tProduct Type Identifier\tCountry Of Sale",
        "11/05/2023\t12/02/2023\t\t\t'b','a'\t3\t2.94\t8.82\tEUR\tS\t1\tIA1\tDE",
    ]

    private static func report(_ lines: [String]) throws -> FinancialReport {
        try FinancialReport(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    private static func rows(_ lines: [String]) throws -> [SettledSale] {
        try SettledSale.all(
            in: try Self.report(lines),
            settledIn: try #require(FiscalMonth(text: "2024-02"))
        )
    }

    @Test("A detailed report's rows have the day of their sale, and only in-app purchases are read")
    func detailed() throws {
        let november = try #require(FiscalMonth(text: "2024-02"))
        let line = SettlementLine(product: ProductID("coins"), storefront: "DE")
        let rows = try Self.rows(Self.detail).filter { $0.line.product == ProductID("coins") }
        #expect(
            rows == [
                SettledSale(
                    month: november,
                    soldOn: PacificDay(text: "2023-11-04"),
                    line: line,
                    unitsThousandths: 2000,
                    unitShareMilliunits: 2940,
                    shareMilliunits: 5880,
                    currency: "EUR"
                ),
                SettledSale(
                    month: november,
                    soldOn: PacificDay(text: "2023-10-02"),
                    line: SettlementLine(product: line.product, storefront: "DE", direction: .refund),
                    unitsThousandths: 1000,
                    unitShareMilliunits: 2940,
                    shareMilliunits: -2940,
                    currency: "EUR"
                ),
            ]
        )
        #expect(try Self.rows(Self.detail).map(\.line.product.rawValue) == ["coins", "coins", "other"])
    }

    @Test("A report of a fiscal month has no days, and its quoted products are the ledger's")
    func summarized() throws {
        let rows = try Self.rows(Self.summary)
        #expect(rows.map(\.month.text) == ["2024-02"] && rows.map(\.soldOn) == [nil])
        #expect(rows.map(\.line) == [SettlementLine(product: ProductID("a,b"), storefront: "DE")])
        #expect(rows.map(\.unitsThousandths) == [3000] && rows.map(\.shareMilliunits) == [8820])
    }

    @Test("A report's rows and the ledger's sales settle into what Apple owes")
    func settlement() throws {
        let rows = try Self.rows(Self.detail).filter { $0.line.product == ProductID("coins") }
        let month = try #require(FiscalMonth(text: "2024-02"))
        let line = SettlementLine(product: ProductID("coins"), storefront: "DE")
        let found = Settlement(
            sold: [
                SoldUnits(month: month + -1, line: line, unitsThousandths: 2000),
                SoldUnits(
                    month: month + -1,
                    line: SettlementLine(product: line.product, storefront: "DE", direction: .refund),
                    unitsThousandths: 1000
                ),
            ],
            settled: rows,
            months: (month + -1)...month
        )
        #expect(found.month(month)?.state == .explained && found.month(month)?.owed?["EUR"]?.totalMilliunits == 2940)
        #expect(found.cumulated(through: month).allSatisfy { $0.carriedOutThousandths == 0 && $0.differences.isEmpty })
    }
}
