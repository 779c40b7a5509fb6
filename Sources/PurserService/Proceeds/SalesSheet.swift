import AppStore
import Ledger

/// A sales report that is kept, read row by row for one app.
struct SalesSheet: Sendable {
    private let report: SalesReport
    private let appSKU: String?
    private let positions: [Int?]

    /// Reads the head of a report.
    ///
    /// - Parameters:
    ///   - table: Its rows.
    ///   - appSKU: The app whose rows are meant; `nil` takes all apps.
    /// - Throws: A column is missing.
    init(_ table: ReportTable, of appSKU: String?) throws(ReportError) {
        self.report = try SalesReport(table)
        self.appSKU = appSKU
        self.positions = SalesColumn.allCases.map { column in
            column.reportNames.lazy.compactMap { table.optionalPosition(of: $0) }.first
        }
    }

    /// Calls the closure with each row that is about money.
    func forEachRow(_ body: (ProceedsRow) -> Void) throws(ReportError) {
        try self.report.forEachRow { row throws(ReportError) in
            guard self.isMeant(row.parentIdentifier, row.sku, row.productType),
                let day = PacificDay(text: row.endDate.text), row.unitsThousandths != 0
            else { return }
            body(
                ProceedsRow(
                    day: day,
                    product: ProductID(reported: row.sku),
                    country: row.country,
                    unitsThousandths: row.unitsThousandths,
                    unitPrice: Money(
                        amountMilliunits: row.unitPriceMilliunits,
                        currency: row.customerCurrency
                    ),
                    unitProceeds: Money(
                        amountMilliunits: Int64(clamping: row.proceedsMilliunits.magnitude),
                        currency: row.proceedsCurrency
                    ),
                    hasOffer: !row.promoCode.isEmpty || !row.orderType.isEmpty,
                    service: row.productType.kind == .autoRenewableSubscription
                        ? ServicePeriod(reported: row.period) : nil
                )
            )
        }
    }

    /// Calls the closure with each row as it stands, from a position on, and returns where to go on; `nil` at the end.
    func forEachLine(
        from position: ReportTable.Position?,
        limit: Int,
        _ body: (SalesLine) -> Void
    ) throws(ReportError) -> ReportTable.Position? {
        var count = 0
        return try self.report.table.forEachRow(from: position) { row throws(ReportError) in
            count += 1
            var values: [String] = []
            values.reserveCapacity(self.positions.count)
            for place in self.positions { values.append(try row.text(place)) }
            let isMeant = self.isMeant(
                values[Self.parent],
                values[Self.sku],
                SalesProductType(rawValue: values[Self.productType])
            )
            if isMeant { body(SalesLine(values: values)) }
            return count < limit
        }
    }

    private static let parent = SalesColumn.allCases.firstIndex(of: .parentIdentifier) ?? 0
    private static let sku = SalesColumn.allCases.firstIndex(of: .sku) ?? 0
    private static let productType = SalesColumn.allCases.firstIndex(of: .productTypeIdentifier) ?? 0

    /// Whether a row is the app's; older reports do not name the app of a purchase.
    private func isMeant(_ parent: String, _ sku: String, _ type: SalesProductType) -> Bool {
        guard let appSKU else { return true }
        guard parent.isEmpty else { return parent.hasSameBytes(as: appSKU) }
        return type.isInAppPurchase || sku.hasSameBytes(as: appSKU)
    }
}
