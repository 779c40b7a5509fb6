/// Units that were sold or refunded, added up by fiscal month, line and rate, so that they grow with these and not with
/// the days that were read.
package struct SoldUnitSums: Sendable {
    private var sums: [SoldUnits: Int64] = [:]

    /// Sums of nothing.
    package init() {}

    /// The units, in no order.
    package var units: [SoldUnits] {
        self.sums.map { one, units in
            SoldUnits(
                month: one.month,
                line: one.line,
                unitsThousandths: units,
                rate: one.rate,
                isCredit: one.isCredit
            )
        }
    }

    /// The products of all units.
    package var products: Set<ProductID> { Set(self.sums.keys.map(\.line.product)) }

    /// Adds what a tally of the ledger or of sales reports has sold or refunded.
    package mutating func add(_ tally: SalesTally) {
        for one in SoldUnits.all(in: tally) {
            let key = SoldUnits(
                month: one.month,
                line: one.line,
                unitsThousandths: 0,
                rate: one.rate,
                isCredit: one.isCredit
            )
            self.sums[key] = min(self.sums[key, default: 0] + one.unitsThousandths, SoldUnits.greatestThousandths)
        }
    }
}
