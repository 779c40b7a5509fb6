import AppStore
import Testing

/// The meaning of the rows of Apple's reports.
@Suite struct ReportRowTests {
    private static func sales(_ changes: [String: String], columns: [String]? = nil) throws -> [SalesRow] {
        let sample = ReportSample.sales
        let text = sample.text(columns: columns, rows: sample.rows.prefix(1).map { $0.merging(changes) { $1 } })
        var rows: [SalesRow] = []
        try SalesReport(ReportTable(Array(text.utf8))).forEachRow { row throws(ReportError) in rows.append(row) }
        return rows
    }

    private static func subscriber(_ changes: [String: String]) throws -> SubscriberRow {
        let sample = ReportSample.subscriber
        let text = sample.text(rows: sample.rows.prefix(1).map { $0.merging(changes) { $1 } })
        var rows: [SubscriberRow] = []
        try SubscriberReport(ReportTable(Array(text.utf8))).forEachRow { row throws(ReportError) in rows.append(row) }
        return try #require(rows.first)
    }

    private static func financial(_ text: String) throws -> [FinancialRow] {
        var rows: [FinancialRow] = []
        try FinancialReport(Array(text.utf8)).forEachRow { row throws(ReportError) in rows.append(row) }
        return rows
    }

    // MARK: Sales

    @Test("The observed headers are read: 20, 27, and 16 columns, another order, another name")
    func headers() throws {
        let all = ReportSample.sales.columns
        let whole = try #require(try Self.sales([:]).first)
        var swapped = all
        swapped.swapAt(22, 23)
        let variants: [(name: String, columns: [String])] = [
            ("up to Period", Array(all.prefix(20))), ("up to Client", Array(all.prefix(27))),
            ("without Parent Identifier", all.filter { $0 != "Parent Identifier" }), ("24 before 23", swapped),
        ]
        for (name, columns) in variants {
            let row = try #require(try Self.sales([:], columns: columns).first)
            #expect(row.sku == "coins" && row.unitsThousandths == 3000 && row.proceedsMilliunits == 2940, "\(name)")
            #expect(row.customerPriceMilliunits == 4990 && row.country == "DE", "\(name)")
            #expect(row.parentIdentifier == (columns.contains("Parent Identifier") ? "app" : ""), "\(name)")
        }
        // The form of the report on the website.
        let web = all.prefix(16).map { $0 == "Developer Proceeds" ? "Developer Proceeds (per unit)" : $0 }
        let row = try #require(try Self.sales(["Developer Proceeds (per unit)": "2.94"], columns: web).first)
        #expect(row.proceedsMilliunits == whole.proceedsMilliunits && row.totalProceedsMilliunits == 8820)
    }

    @Test("Apple's own sample has sales in two storefronts and a refund")
    func published() throws {
        let rows = [
            ["Units": "100", "Developer Proceeds": ".70", "Customer Price": ".99", "Product Type Identifier": "1F"],
            ["Units": "50", "Developer Proceeds": ".42", "Customer Price": ".69"],
            ["Units": "-50", "Developer Proceeds": ".7", "Customer Price": "-0.99"],
        ].map { changes in ReportSample.sales.rows[0].merging(changes) { $1 } }
        let text = ReportSample.sales.text(rows: rows)
        var proceeds: [Int64] = []
        var prices: [Int64] = []
        try SalesReport(ReportTable(Array(text.utf8))).forEachRow { row throws(ReportError) in
            proceeds.append(row.totalProceedsMilliunits)
            prices.append(row.totalPriceMilliunits)
        }
        #expect(proceeds == [70_000, 21_000, -35_000])
        #expect(prices == [99_000, 34_500, -49_500])
    }

    @Test(
        "An update, a redownload, and a restore have no amounts and need no currency",
        arguments: ["7", "7F", "7T", "F7", "3", "3F", "IA3"]
    )
    func withoutMoney(type: String) throws {
        let blank = [
            "Product Type Identifier": type, "Customer Price": "", "Developer Proceeds": "", "Customer Currency": "",
            "Currency of Proceeds": "",
        ]
        let row = try #require(try Self.sales(blank).first)
        #expect(row.customerPriceMilliunits == 0 && row.proceedsMilliunits == 0 && row.unitsThousandths == 3000)
        #expect(row.customerCurrency.isEmpty && row.proceedsCurrency.isEmpty)
        let zero = blank.merging(["Customer Price": "0", "Developer Proceeds": "0.00"]) { $1 }
        #expect(try Self.sales(zero).count == 1)
        // An amount without a currency cannot be counted.
        #expect(throws: ReportError.missingValue(line: 2, column: "Customer Currency")) {
            try Self.sales(blank.merging(["Customer Price": "1"]) { $1 })
        }
    }

    @Test("A free purchase needs no currency, but its price must be stated")
    func free() throws {
        let free = [
            "Customer Price": "0", "Developer Proceeds": "0", "Customer Currency": "", "Currency of Proceeds": "",
        ]
        #expect(try Self.sales(free).map(\.totalPriceMilliunits) == [0])
        #expect(throws: ReportError.missingValue(line: 2, column: "Customer Price")) {
            try Self.sales(["Customer Price": ""])
        }
        #expect(throws: ReportError.missingValue(line: 2, column: "Developer Proceeds")) {
            try Self.sales(["Developer Proceeds": ""])
        }
    }

    @Test("The amount of a refund is repaid with either sign, and a loss on a sale is not income")
    func signs() throws {
        let cases: [(units: String, proceeds: String, price: String, total: Int64, paid: Int64)] = [
            ("2", "7", "9.99", 14_000, 19_980), ("-2", "7", "-9.99", -14_000, -19_980),
            ("-2", "-7", "-9.99", -14_000, -19_980), ("-2", "7", "9.99", -14_000, -19_980),
            ("2", "-7", "9.99", -14_000, 19_980), ("2", "-7", "-9.99", -14_000, -19_980), ("0", "-7", "9.99", 0, 0),
            ("-0.37", "7", "-9.99", -2590, -3696),
        ]
        for (units, proceeds, price, total, paid) in cases {
            let row = try #require(
                try Self.sales(["Units": units, "Developer Proceeds": proceeds, "Customer Price": price]).first
            )
            #expect(row.totalProceedsMilliunits == total, "\(units) at \(proceeds)")
            #expect(row.totalPriceMilliunits == paid, "\(units) at \(price)")
            #expect(row.isRefund == units.hasPrefix("-") && row.unitPriceMilliunits == 9990)
        }
        let most = String(ReportRow.maximumThousandths / 1000)
        let row = try #require(try Self.sales(["Units": "-\(most)", "Developer Proceeds": most]).first)
        #expect(row.totalProceedsMilliunits == -Int64.max)
    }

    // MARK: Subscribers

    @Test("A subscriber's refund is recognized by its column, its price, or its units")
    func refunds() throws {
        #expect(try !Self.subscriber([:]).isRefund)
        for changes in [["Refund": "Yes"], ["Refund": "YES"], ["Customer Price": "-9.99"], ["Units": "-1"]] {
            #expect(try Self.subscriber(changes).isRefund, "\(changes)")
        }
        #expect(try !Self.subscriber(["Refund": "No"]).isRefund)
        #expect(try Self.subscriber(["Units": ""]).unitsThousandths == 1000)
        #expect(throws: ReportError.missingValue(line: 2, column: "Subscriber ID")) {
            try Self.subscriber(["Subscriber ID": ""])
        }
    }

    // MARK: Money

    private static let totals = "Total_Rows\t2\nTotal_Amount\t5.60\nTotal_Units\t8\n"
    private static let summary = """
        Total_Rows\t2
        Total_Units\t8
        Country Of Sale\tPartner Share Currency\tExtended Partner Share
        US\tUSD\t5.60

        """

    @Test("Totals end the rows, with or without the table by country", arguments: ["", Self.totals, Self.summary])
    func ends(text: String) throws {
        for sample in [ReportSample.financial, .detail] {
            let rows = try Self.financial(sample.text() + text)
            #expect(rows.map(\.totalShareMilliunits) == [7000, -1400] && rows.map(\.isReturn) == [false, true])
            #expect(try Self.financial(sample.text(end: "\r\n") + text.replacing("\n", with: "\r\n")).count == 2)
            #expect(try Self.financial(sample.text() + "\n" + text.dropLast()).count == 2)
            // A product can have any name.
            let named = sample.rows.map { $0.merging(["Vendor Identifier": "Total_Rows", "SKU": "Total_Rows"]) { $1 } }
            let columns = Array(sample.columns.sorted { left, _ in ["Vendor Identifier", "SKU"].contains(left) })
            #expect(Set(columns) == Set(sample.columns))
            #expect(try Self.financial(sample.text(columns: columns, rows: named)).count == 2)
        }
    }

    @Test("A number of rows that differs from the stated total is an error")
    func rowCount() {
        let text = ReportSample.financial.text()
        for stated in ["1", "3", "0", "2.5"] {
            let number = Int64(stated) ?? 2
            #expect(throws: ReportError.rowCountDiffers(line: 4, stated: number, read: 2), "\(stated)") {
                try Self.financial(text + "Total_Rows\t\(stated)\n")
            }
        }
        #expect(throws: ReportError.rowCountDiffers(line: 4, stated: 0, read: 2)) {
            try Self.financial(text + "Total_Rows\n")
        }
        #expect(throws: ReportError.self) { try Self.financial(text + "Total_Rows\ttwo\n") }
    }

    @Test("An invalid line among the rows, and rows after the totals, are errors with their line")
    func strange() {
        let text = ReportSample.financial.text()
        let row = text.split(separator: "\n")[1]
        #expect(throws: ReportError.notADate(line: 4, column: "Start Date", text: "Subtotal")) {
            try Self.financial(text + "Subtotal\t2\n" + row + "\n")
        }
        #expect(throws: ReportError.notADate(line: 4, column: "Start Date", text: "13/01/2026")) {
            try Self.financial(text + row.replacing("03/01/2026", with: "13/01/2026") + "\n")
        }
        #expect(throws: ReportError.rowAfterTotals(line: 7)) { try Self.financial(text + Self.totals + row + "\n") }
        #expect(throws: ReportError.self) { try Self.financial(text + row.replacing("03/01/2026", with: " ") + "\n") }
    }

    @Test("A row must be a sale or a return", arguments: ["s", "X", "Sale", "SR"])
    func sides(word: String) {
        for (sample, column) in [(ReportSample.financial, "Sales or Return"), (.detail, "Sale or Return")] {
            let rows = sample.rows.map { $0.merging([column: word]) { $1 } }
            #expect(throws: ReportError.notSaleOrReturn(line: 2, column: column, text: word)) {
                try Self.financial(sample.text(rows: rows))
            }
        }
    }

    @Test("Lines about the vendor precede the column names")
    func metadata() throws {
        let text = "Vendor Name\tBeispiel\nStart Date\t03/01/2026\n\n" + ReportSample.detail.text()
        #expect(try Self.financial(text).map(\.line) == [5, 6])
    }
}
