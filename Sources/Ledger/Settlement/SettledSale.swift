/// A row of a finance report: what Apple settled.
package struct SettledSale: Hashable, Sendable {
    /// The fiscal month in which Apple settled it.
    package let month: FiscalMonth
    /// The day of the sale or of the refund, which only the detailed report states.
    package let soldOn: PacificDay?
    /// What was sold or refunded, and where.
    package let line: SettlementLine
    /// How many, in thousandths and never negative.
    package let unitsThousandths: Int64
    /// What Apple pays for one, never negative.
    package let unitShareMilliunits: Int64
    /// What Apple pays for all of them; negative for refunds.
    package let shareMilliunits: Int64
    /// The currency of the share (ISO 4217).
    package let currency: String

    /// A row of these values; the sign of the units is dropped, because the line says whether it is a refund.
    package init(
        month: FiscalMonth,
        soldOn: PacificDay? = nil,
        line: SettlementLine,
        unitsThousandths: Int64,
        unitShareMilliunits: Int64,
        shareMilliunits: Int64,
        currency: String
    ) {
        self.month = month
        self.soldOn = soldOn
        self.line = line
        self.unitsThousandths = SaleSum.magnitude(unitsThousandths)
        self.unitShareMilliunits = SaleSum.magnitude(unitShareMilliunits)
        self.shareMilliunits = shareMilliunits
        self.currency = currency
    }
}
