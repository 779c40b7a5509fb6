package import AppStore
package import Ledger

extension SettledSale {
    /// Returns the in-app purchases that a finance report settled.
    ///
    /// A detailed report has the day of sale of each row; the other form has only its fiscal month. Finance reports do
    /// not name the app of a product, so the rows include products of the vendor's other apps.
    ///
    /// - Parameters:
    ///   - report: The report, in either form.
    ///   - month: The fiscal month that the report is about.
    /// - Returns: The rows, in the order of the report.
    /// - Throws: The error of the first row that cannot be read.
    package static func all(
        in report: FinancialReport,
        settledIn month: FiscalMonth
    ) throws(ReportError) -> [Self] {
        var settled: [Self] = []
        try report.forEachRow { row throws(ReportError) in
            // Reports without a column of types are about all products.
            guard row.productType.rawValue.isEmpty || row.productType.isInAppPurchase,
                row.quantityThousandths != 0
            else { return }
            settled.append(
                Self(
                    month: month,
                    soldOn: report.form == .detail ? PacificDay(text: row.beginDate.text) : nil,
                    line: SettlementLine(
                        product: ProductID(reported: row.product),
                        storefront: row.country,
                        direction: row.isReturn ? .refund : .sale
                    ),
                    unitsThousandths: row.quantityThousandths,
                    unitShareMilliunits: row.shareMilliunits,
                    shareMilliunits: row.totalShareMilliunits,
                    currency: row.shareCurrency
                )
            )
        }
        return settled
    }
}
