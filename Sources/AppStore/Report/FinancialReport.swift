/// A financial report of a fiscal month: the amounts that Apple settled, by product, country, and price, which add up
/// to a payment.
///
/// App Store Connect Help, "Financial reports". The report has two forms. `FINANCIAL` covers one region, or all of them
/// in one file (region `ZZ`), and ends with totals. `FINANCE_DETAIL` (region `Z1`) states the date of each sale and of
/// its settlement, and begins with lines about the vendor and the period.
public struct FinancialReport: Sendable {
    /// The form of a financial report.
    public enum Form: Hashable, Sendable {
        /// The sales of one region, or of all regions in one file.
        case summary
        /// The sales with the dates of sale and settlement.
        case detail
    }

    /// The unchanged report.
    public let table: ReportTable
    /// The form of the report.
    public let form: Form
    /// The columns that this version does not know, each with its position.
    public let unknownColumns: [(name: String, position: Int)]
    private let columns: Columns
    private let needed: [Int]
    /// The maximum share for all units, in milliunits: a trillion units of any currency.
    private static let maximumTotal: Int64 = 1_000_000_000_000_000

    /// The positions of the columns.
    private struct Columns {
        let begin: Int
        let end: Int
        let product: Int
        let quantity: Int
        let share: Int
        let extendedShare: Int
        let shareCurrency: Int
        let saleOrReturn: Int
        let country: Int
        let productType: Int?
        let appleIdentifier: Int?
        let promoCode: Int?
        let price: Int?
        let customerCurrency: Int?
        let orderType: Int?
        let region: Int?
        let described: [Int?]

        /// The positions of the columns that every version of the report has.
        var required: [Int] {
            [
                self.begin, self.end, self.product, self.quantity, self.share, self.extendedShare, self.shareCurrency,
                self.saleOrReturn, self.country,
            ]
        }

        var all: [Int] {
            let optional = [
                self.productType, self.appleIdentifier, self.promoCode, self.price, self.customerCurrency,
                self.orderType, self.region,
            ]
            return self.required + (optional + self.described).compactMap(\.self)
        }
    }

    private static let describedNames = [
        "UPC", "ISRC/ISBN", "Artist/Show/Developer/Author", "Title", "Label/Studio/Network/Developer/Publisher", "Grid",
        "ISAN/Other Identifier", "Pre-order Flag", "Developer Name",
    ]

    /// Reads the header of a report in either form.
    ///
    /// - Throws: ``ReportError`` if no row names the columns or a column is missing.
    public init(_ bytes: [UInt8]) throws(ReportError) {
        try self.init(
            ReportTable(bytes) { names in
                let names = Set(names.map { $0.lowercased() })
                return names.contains("quantity") && names.contains("partner share currency")
            }
        )
    }

    /// Finds the columns of either form.
    ///
    /// - Throws: ``ReportError`` if a column is missing.
    public init(_ table: ReportTable) throws(ReportError) {
        let form: Form = table.hasColumn("Settlement Date") ? .detail : .summary
        let columns = Columns(
            begin: try form == .detail ? table.position(of: "Transaction Date") : table.position(of: "Start Date"),
            end: try form == .detail ? table.position(of: "Settlement Date") : table.position(of: "End Date"),
            product: try table.position(of: "Vendor Identifier", "SKU"),
            quantity: try table.position(of: "Quantity"),
            share: try table.position(of: "Partner Share"),
            extendedShare: try table.position(of: "Extended Partner Share"),
            shareCurrency: try table.position(of: "Partner Share Currency"),
            saleOrReturn: try table.position(of: "Sales or Return", "Sale or Return"),
            country: try table.position(of: "Country Of Sale"),
            productType: table.optionalPosition(of: "Product Type Identifier"),
            appleIdentifier: table.optionalPosition(of: "Apple Identifier"),
            promoCode: table.optionalPosition(of: "Promo Code"),
            price: table.optionalPosition(of: "Customer Price"),
            customerCurrency: table.optionalPosition(of: "Customer Currency"),
            orderType: table.optionalPosition(of: "Order Type"),
            region: table.optionalPosition(of: "Region"),
            described: Self.describedNames.map { table.optionalPosition(of: $0) }
        )
        self.table = table
        self.form = form
        self.columns = columns
        self.needed = columns.required
        self.unknownColumns = table.unknownColumns(besides: columns.all)
    }

    /// Calls the closure with each row, in order, up to the totals.
    ///
    /// A line that begins with `Total_` ends the rows; more totals and a table by country may follow. `Total_Rows` must
    /// equal the number of rows that were read. Not every report has totals.
    ///
    /// - Throws: The error of the first row that cannot be read, including a line that is neither a row nor a total;
    ///   the caller must discard the whole report.
    public func forEachRow(_ body: (FinancialRow) throws(ReportError) -> Void) throws(ReportError) {
        var count: Int64 = 0
        var isEnded = false
        try self.table.forEachRow { row throws(ReportError) in
            let first = try row.text(0)
            let isDated = ReportDate(reported: try row.text(self.columns.begin)) != nil
            if first.hasPrefix("Total_"), !isDated {
                isEnded = true
                guard first == "Total_Rows" else { return true }
                guard let stated = try row.thousandths(1), stated == count * 1000 else {
                    throw .rowCountDiffers(
                        line: row.line,
                        stated: (try row.thousandths(1) ?? 0) / 1000,
                        read: count
                    )
                }
                return true
            }
            guard !isEnded else {
                guard !isDated else { throw .rowAfterTotals(line: row.line) }
                return true
            }
            try body(try self.read(row))
            count += 1
            return true
        }
    }

    private func read(_ row: ReportRow) throws(ReportError) -> FinancialRow {
        func required<Value>(_ value: Value?, _ position: Int) throws(ReportError) -> Value {
            guard let value else { throw .missingValue(line: row.line, column: self.table.columns[position]) }
            return value
        }
        // A line that is not part of a report has no date; a line that was cut off is too short.
        let beginDate = try row.date(self.columns.begin)
        try row.requireWhole(self.needed)
        let columns = self.columns
        let product = try row.text(columns.product)
        return FinancialRow(
            line: row.line,
            beginDate: try required(beginDate, columns.begin),
            endDate: try required(try row.date(columns.end), columns.end),
            product: try required(product.isEmpty ? nil : product, columns.product),
            quantityThousandths: try required(try row.thousandths(columns.quantity), columns.quantity),
            shareMilliunits: try required(try row.thousandths(columns.share), columns.share),
            totalShareMilliunits: try required(
                try row.thousandths(columns.extendedShare, atMost: Self.maximumTotal),
                columns.extendedShare
            ),
            shareCurrency: try required(try row.currency(columns.shareCurrency), columns.shareCurrency),
            isReturn: try required(try self.isReturn(row), columns.saleOrReturn),
            country: try required(try row.country(columns.country), columns.country),
            productType: SalesProductType(rawValue: try row.text(columns.productType)),
            appleIdentifier: try row.text(columns.appleIdentifier),
            promoCode: try row.text(columns.promoCode),
            customerPriceMilliunits: try row.thousandths(columns.price),
            customerCurrency: try row.currency(columns.customerCurrency),
            orderType: try row.text(columns.orderType),
            region: try row.text(columns.region)
        )
    }

    /// Returns whether a row is a refund; `nil` if the row does not state it.
    private func isReturn(_ row: ReportRow) throws(ReportError) -> Bool? {
        let text = try row.text(self.columns.saleOrReturn)
        switch text {
        case "": return nil
        case "S": return false
        case "R": return true
        default:
            let column = self.table.columns[self.columns.saleOrReturn]
            throw .notSaleOrReturn(line: row.line, column: column, text: ReportError.shown(text))
        }
    }
}

/// A row of a financial report.
public struct FinancialRow: Hashable, Sendable {
    /// The number of the row's line in the report, counted from 1.
    public let line: Int
    /// The first day of the fiscal month, or the day of the sale in the detailed form.
    public let beginDate: ReportDate
    /// The last day of the fiscal month, or the day of the settlement in the detailed form.
    public let endDate: ReportDate
    /// The product identifier of an in-app purchase, or the SKU of the app.
    public let product: String
    /// The quantity in thousandths; negative for refunds.
    public let quantityThousandths: Int64
    /// The developer's share for one unit, in milliunits; never negative.
    public let shareMilliunits: Int64
    /// The developer's share for all units, in milliunits; negative for refunds.
    public let totalShareMilliunits: Int64
    /// The currency of the share (ISO 4217).
    public let shareCurrency: String
    /// Whether the row is a refund.
    public let isReturn: Bool
    /// The country of the storefront, two letters (ISO 3166-1 alpha-2).
    public let country: String
    /// The type of the product.
    public let productType: SalesProductType
    /// Apple's identifier of the product.
    public let appleIdentifier: String
    /// Apple's code of a promotion; empty for most rows.
    public let promoCode: String
    /// The customer price of one unit, in milliunits, if the report states it.
    public let customerPriceMilliunits: Int64?
    /// The currency of the customer price.
    public let customerCurrency: String?
    /// `Pay Up Front`, `Pay As You Go`, an offer identifier, or empty.
    public let orderType: String
    /// Apple's code of the settlement's region, in the detailed form.
    public let region: String
}
