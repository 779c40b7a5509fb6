/// Units that were sold or refunded in a fiscal month, as the ledger or as Apple's sales reports state them.
package struct SoldUnits: Hashable, Sendable {
    /// The most units of a month, a line and a rate, in thousandths: a million million.
    ///
    /// Nine thousand such sums fit into the type.
    package static let greatestThousandths: Int64 = 1_000_000_000_000_000

    /// The month of the sale or of the refund.
    package let month: FiscalMonth
    /// What was sold or refunded, and where.
    package let line: SettlementLine
    /// How many, in thousandths: never negative, and `greatestThousandths` where there are more.
    package let unitsThousandths: Int64
    /// What the developer gets for one, where a sales report states it.
    package let rate: SaleSum.Rate?
    /// Whether it is the most that Apple may give back as a fraction, for an upgrade or a refund of an unknown share.
    package let isCredit: Bool

    /// Units of these values; their sign is dropped, because the line says whether they are refunds.
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

    /// All that a tally of the ledger or of sales reports has sold or refunded.
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
