/// A financial report of a fiscal month: what Apple settled, by product, country and price; the money of a payment.
///
/// App Store Connect Help, "Financial reports". It comes in two forms. `FINANCIAL` is one region's, or all of them in one file
/// (region `ZZ`), and ends with totals. `FINANCE_DETAIL` (region `Z1`) states when each sale was made and when it was
/// settled, and begins with lines about the vendor and the period.
public struct FinancialReport: Sendable {
    /// Which of both forms it has.
    public enum Form: Hashable, Sendable {
        /// One region's sales, or all regions' in one file.
        case summary
        /// With the dates of the sale and of its settlement.
        case detail
    }

    /// The report as it came.
    public let table: ReportTable
    /// Which form it has.
    public let form: Form
    /// Columns that no reader knows, each with its position; they are kept and counted.
    public let unknownColumns: [(name: String, position: Int)]
    private let columns: Columns

    /// Where each column lies.
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

        var all: [Int] {
            let required = [
                self.begin, self.end, self.product, self.quantity, self.share, self.extendedShare, self.shareCurrency,
                self.saleOrReturn, self.country,
            ]
            let optional = [
                self.productType, self.appleIdentifier, self.promoCode, self.price, self.customerCurrency,
                self.orderType, self.region,
            ]
            return required + (optional + self.described).compactMap(\.self)
        }
    }

    private static let describedNames = [
        "UPC", "ISRC/ISBN", "Artist/Show/Developer/Author", "Title", "Label/Studio/Network/Developer/Publisher", "Grid",
        "ISAN/Other Identifier", "Pre-order Flag", "Developer Name",
    ]

    /// Reads the head of a report in either form.
    ///
    /// - Throws: ``ReportError``: no row names the columns, or a column is missing.
    public init(_ bytes: [UInt8]) throws(ReportError) {
        let table = try ReportTable(bytes) { names in
            let names = Set(names.map { $0.lowercased() })
            return names.contains("quantity") && names.contains("partner share currency")
        }
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
        self.unknownColumns = table.unknownColumns(besides: columns.all)
    }

    /// Calls the closure with each row, in order, and ends at the first line whose first field is no date: totals follow.
    ///
    /// - Throws: The first row's error that cannot be read; the caller keeps nothing of such a report.
    public func forEachRow(_ body: (FinancialRow) throws(ReportError) -> Void) throws(ReportError) {
        try self.table.forEachRow { row throws(ReportError) in
            guard ReportDate(reported: try row.text(self.columns.begin)) != nil else { return false }
            try body(try self.read(row))
            return true
        }
    }

    private func read(_ row: ReportRow) throws(ReportError) -> FinancialRow {
        func required<Value>(_ value: Value?, _ position: Int) throws(ReportError) -> Value {
            guard let value else { throw .missingValue(line: row.line, column: self.table.columns[position]) }
            return value
        }
        let columns = self.columns
        let product = try row.text(columns.product)
        return FinancialRow(
            line: row.line,
            beginDate: try required(try row.date(columns.begin), columns.begin),
            endDate: try required(try row.date(columns.end), columns.end),
            product: try required(product.isEmpty ? nil : product, columns.product),
            quantityThousandths: try required(try row.thousandths(columns.quantity), columns.quantity),
            shareMilliunits: try required(try row.thousandths(columns.share), columns.share),
            totalShareMilliunits: try required(try row.thousandths(columns.extendedShare), columns.extendedShare),
            shareCurrency: try required(try row.currency(columns.shareCurrency), columns.shareCurrency),
            isReturn: try row.text(columns.saleOrReturn) == "R",
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
}
