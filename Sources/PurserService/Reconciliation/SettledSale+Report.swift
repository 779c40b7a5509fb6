package import AppStore
package import Ledger

extension SettledSale {
    /// Reads the purchases inside apps that a finance report settled.
    ///
    /// A detailed report states the days of sale and settlement of each row; the other states its fiscal month only. No
    /// finance report names the app that sold a product, so products of other apps of the same vendor are among them;
    /// `products` leaves those out.
    ///
    /// - Parameters:
    ///   - report: The report, in either form.
    ///   - products: The products of the app; `nil` takes all.
    ///   - month: The fiscal month that the report is about; `nil` takes that of each row.
    /// - Returns: The rows, in the order of the report.
    /// - Throws: The error of the first row that cannot be read.
    package static func all(
        in report: FinancialReport,
        of products: Set<ProductID>? = nil,
        settledIn month: FiscalMonth? = nil
    ) throws(ReportError) -> [Self] {
        var settled: [Self] = []
        try report.forEachRow { row throws(ReportError) in
            // Reports without a column of types are about all products.
            guard row.productType.rawValue.isEmpty || row.productType.isInAppPurchase,
                row.quantityThousandths != 0,
                let month = month ?? PacificDay(text: row.endDate.text).map(FiscalMonth.init(of:))
            else { return }
            let product = ProductID(reported: row.product)
            guard products?.contains(product) ?? true else { return }
            settled.append(
                Self(
                    month: month,
                    soldOn: report.form == .detail ? PacificDay(text: row.beginDate.text) : nil,
                    line: SettlementLine(
                        product: product,
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
