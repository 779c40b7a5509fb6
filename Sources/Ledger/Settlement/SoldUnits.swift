/// Units that were sold or refunded in a fiscal month, in the ledger or in Apple's sales reports.
package struct SoldUnits: Hashable, Sendable {
    /// The maximum number of units of a month, a line and a rate, in thousandths: a million million.
    ///
    /// Nine thousand such sums fit into the type.
    package static let greatestThousandths: Int64 = 1_000_000_000_000_000

    /// The month of the sale or of the refund.
    package let month: FiscalMonth
    /// The product, the storefront and the direction.
    package let line: SettlementLine
    /// The units, in thousandths: never negative, and `greatestThousandths` where there are more.
    package let unitsThousandths: Int64
    /// The unit proceeds, where a sales report states them.
    package let rate: SaleSum.Rate?
    /// Whether it is the maximum that Apple may return as a fraction, for an upgrade or a refund of an unknown share.
    package let isCredit: Bool

    /// Creates units of these values; their sign is dropped, because the line states whether they are refunds.
    package init(
        month: FiscalMonth,
        line: SettlementLine,
        unitsThousandths: Int64,
        rate: SaleSum.Rate? = nil,
        isCredit: Bool = false
    ) {
        self.month = month
        self.line = line
        self.unitsThousandths = min(SaleSum.magnitude(unitsThousandths), Self.greatestThousandths)
        self.rate = rate
        self.isCredit = isCredit
    }

    /// Returns all units that a tally of the ledger or of sales reports has sold or refunded.
    package static func all(in tally: SalesTally) -> [Self] {
        var units: [Self] = []
        func add(_ sums: [SaleGroup: SaleSum], isCredit: Bool = false) {
            for (group, sum) in sums {
                let month = FiscalMonth(of: group.day)
                let line = SettlementLine(
                    product: group.product,
                    storefront: group.storefront,
                    direction: group.direction
                )
                guard sum.rates.isEmpty else {
                    for (rate, count) in sum.rates {
                        units.append(Self(month: month, line: line, unitsThousandths: count, rate: rate))
                    }
                    continue
                }
                units.append(
                    Self(month: month, line: line, unitsThousandths: sum.unitsThousandths, isCredit: isCredit)
                )
            }
        }
        add(tally.groups)
        add(tally.seats)
        add(tally.unpriced)
        add(tally.credits, isCredit: true)
        return units
    }
}

/// Sums of units that were sold or refunded, by fiscal month, line and rate, so that their size does not depend on the
/// number of days.
package struct SoldUnitSums: Sendable {
    private var sums: [SoldUnits: Int64] = [:]

    /// Creates empty sums.
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

    /// Adds the units of a tally of the ledger or of sales reports.
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
