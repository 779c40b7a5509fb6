/// A summary sales report: the sales of a day, a week, a month, or a year, added up by product, storefront, and price.
///
/// Apple Developer Help, "Summary Sales Report". No row identifies a transaction. Rows also differ in columns such as
/// device and version, so that several rows may have the same product, storefront, and price.
public struct SalesReport: Sendable {
    /// The unchanged report.
    public let table: ReportTable
    /// The columns that this version does not know, each with its position.
    public let unknownColumns: [(name: String, position: Int)]
    private let columns: Columns
    private let needed: [Int]

    /// The positions of the columns.
    private struct Columns {
        let sku: Int
        let productType: Int
        let units: Int
        let proceeds: Int
        let begin: Int
        let end: Int
        let customerCurrency: Int
        let country: Int
        let proceedsCurrency: Int
        let customerPrice: Int
        let appleIdentifier: Int?
        let promoCode: Int?
        let parentIdentifier: Int?
        let subscription: Int?
        let period: Int?
        let proceedsReason: Int?
        let preservedPricing: Int?
        let orderType: Int?
        let version: Int?
        let device: Int?
        /// The positions of the columns that only describe the row.
        let described: [Int?]

        /// The positions of the columns that every version of the report has.
        var required: [Int] {
            [
                self.sku, self.productType, self.units, self.proceeds, self.begin, self.end, self.customerCurrency,
                self.country, self.proceedsCurrency, self.customerPrice,
            ]
        }

        var all: [Int] {
            let optional = [
                self.appleIdentifier, self.promoCode, self.parentIdentifier, self.subscription, self.period,
                self.proceedsReason, self.preservedPricing, self.orderType, self.version, self.device,
            ]
            return self.required + (optional + self.described).compactMap(\.self)
        }
    }

    /// Finds the columns of a report.
    ///
    /// - Throws: ``ReportError/missingColumn(_:)`` for a column that every version of the report has.
    public init(_ table: ReportTable) throws(ReportError) {
        let columns = Columns(
            sku: try table.position(of: "SKU"),
            productType: try table.position(of: "Product Type Identifier"),
            units: try table.position(of: "Units"),
            proceeds: try table.position(of: "Developer Proceeds", "Developer Proceeds (per unit)"),
            begin: try table.position(of: "Begin Date"),
            end: try table.position(of: "End Date"),
            customerCurrency: try table.position(of: "Customer Currency"),
            country: try table.position(of: "Country Code"),
            proceedsCurrency: try table.position(of: "Currency of Proceeds"),
            customerPrice: try table.position(of: "Customer Price"),
            appleIdentifier: table.optionalPosition(of: "Apple Identifier"),
            promoCode: table.optionalPosition(of: "Promo Code"),
            parentIdentifier: table.optionalPosition(of: "Parent Identifier"),
            subscription: table.optionalPosition(of: "Subscription"),
            period: table.optionalPosition(of: "Period"),
            proceedsReason: table.optionalPosition(of: "Proceeds Reason"),
            preservedPricing: table.optionalPosition(of: "Preserved Pricing"),
            orderType: table.optionalPosition(of: "Order Type"),
            version: table.optionalPosition(of: "Version"),
            device: table.optionalPosition(of: "Device"),
            described: [
                "Provider", "Provider Country", "Developer", "Title", "Category", "CMB", "Supported Platforms",
                "Client",
            ]
            .map { table.optionalPosition(of: $0) }
        )
        self.table = table
        self.columns = columns
        self.needed = columns.required
        self.unknownColumns = table.unknownColumns(besides: columns.all)
    }

    /// Calls the closure with each row, in order.
    ///
    /// - Throws: The error of the first row that cannot be read; the caller must discard the whole report.
    public func forEachRow(_ body: (SalesRow) throws(ReportError) -> Void) throws(ReportError) {
        try self.table.forEachRow { row throws(ReportError) in
            try body(try self.read(row))
            return true
        }
    }

    private func read(_ row: ReportRow) throws(ReportError) -> SalesRow {
        func required<Value>(_ value: Value?, _ position: Int) throws(ReportError) -> Value {
            guard let value else { throw .missingValue(line: row.line, column: self.table.columns[position]) }
            return value
        }
        try row.requireWhole(self.needed)
        let columns = self.columns
        let sku = try row.text(columns.sku)
        let typeText = try row.text(columns.productType)
        let productType = SalesProductType(
            rawValue: try required(typeText.isEmpty ? nil : typeText, columns.productType)
        )
        // Apple sometimes leaves the amounts of downloads and restores empty.
        let nothing: Int64? = productType.kind == .download || productType.kind == .restored ? 0 : nil
        let price = try required(try row.thousandths(columns.customerPrice) ?? nothing, columns.customerPrice)
        let proceeds = try required(try row.thousandths(columns.proceeds) ?? nothing, columns.proceeds)
        // Zero is the same in any currency.
        let none = price == 0 && proceeds == 0 ? "" : nil
        return SalesRow(
            line: row.line,
            sku: try required(sku.isEmpty ? nil : sku, columns.sku),
            productType: productType,
            unitsThousandths: try required(try row.thousandths(columns.units), columns.units),
            proceedsMilliunits: proceeds,
            beginDate: try required(try row.date(columns.begin), columns.begin),
            endDate: try required(try row.date(columns.end), columns.end),
            customerCurrency: try required(
                try row.currency(columns.customerCurrency) ?? none,
                columns.customerCurrency
            ),
            country: try required(try row.country(columns.country), columns.country),
            proceedsCurrency: try required(
                try row.currency(columns.proceedsCurrency) ?? none,
                columns.proceedsCurrency
            ),
            customerPriceMilliunits: price,
            appleIdentifier: try row.text(columns.appleIdentifier),
            promoCode: try row.text(columns.promoCode),
            parentIdentifier: try row.text(columns.parentIdentifier),
            subscription: try row.text(columns.subscription),
            period: try row.text(columns.period),
            proceedsReason: try row.text(columns.proceedsReason),
            preservedPricing: try row.text(columns.preservedPricing),
            orderType: try row.text(columns.orderType)
        )
    }
}
