import AppStore
import Ledger

/// A stored sales report, read row by row for one app.
struct SalesSheet: Sendable {
    private let report: SalesReport
    private let appSKU: String?
    private let positions: [Int?]

    /// Reads the header of a report.
    ///
    /// - Parameters:
    ///   - table: The rows of the report.
    ///   - appSKU: The SKU of the app whose rows are read; `nil` reads the rows of all apps.
    /// - Throws: An error where a column is missing.
    init(_ table: ReportTable, of appSKU: String?) throws(ReportError) {
        self.report = try SalesReport(table)
        self.appSKU = appSKU
        self.positions = SalesColumn.allCases.map { table.optionalPosition(of: $0.reportNames) }
    }

    /// Calls the closure with each row that has amounts.
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

    /// Calls the closure with each row unchanged, from a position on, and returns the next position; `nil` at the end.
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

    /// Returns whether a row belongs to the app; older reports do not name the app of a purchase.
    private func isMeant(_ parent: String, _ sku: String, _ type: SalesProductType) -> Bool {
        guard let appSKU else { return true }
        guard parent.isEmpty else { return parent.hasSameBytes(as: appSKU) }
        return type.isInAppPurchase || sku.hasSameBytes(as: appSKU)
    }
}
