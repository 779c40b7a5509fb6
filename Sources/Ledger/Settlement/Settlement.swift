/// A comparison of Apple's settlements with the sales, over consecutive fiscal months.
///
/// Sales reports and the ledger count initiated sales, finance reports settled ones, often in a later month. So a sale
/// that is not settled remains in transit, line by line (product, storefront, sale or refund), until a later month
/// settles it. Units that the reports of two later months have not settled are given up as never settled: the charge
/// failed, or Apple removed the sale. Settled units without a sale are missing in the ledger.
///
/// The detailed finance report names the day of each sale and is preferred: its rows settle exactly the month that they
/// name, or its neighbor when the day is the first or the last of a month. Rows without a day settle the units that
/// have been in transit longest, so among many sales one that is never settled remains in transit permanently and
/// appears only as that. The ledger does not know the currency of proceeds: lines cover all currencies, and settled
/// amounts are stated by currency and never added up over currencies. Purchases of several seats count as that many
/// units; how a finance report states them is not known yet.
///
/// The result of a month depends on the months before it and on none after it. The first compared month should be two
/// months before the first month of interest, and the ledger's sales should be known for two more months: the units in
/// transit before the first month are unknown, so they are not carried in, but settled rows without another source are
/// assigned to them, up to their number.
package struct Settlement: Sendable {
    /// The number of later months with reports after which a sale counts as never settled.
    package static let overdueMonths = 2
    /// The maximum rounding difference between the unit share and the sales reports, in milliunits.
    package static let tolerance: Int64 = 20

    /// The months, ascending.
    package let months: [SettledMonth]
    /// The number of rows of finance reports that were excluded because their units or amounts are beyond every bound.
    package let excludedCount: Int

    /// Compares both sides.
    ///
    /// - Parameters:
    ///   - sold: The ledger's sales and refunds.
    ///   - reported: The sales reports' sales and refunds, with the proceeds of one unit.
    ///   - settled: The rows of finance reports; a month with rows that have the day of the sale uses no others.
    ///   - months: The months to compare; rows of other months are ignored.
    ///   - knownFrom: The first month for which `sold` is complete; `nil` for the first compared month.
    ///   - settledMonths: The months with a finance report; those of the rows are added.
    package init(
        sold: some Sequence<SoldUnits>,
        reported: some Sequence<SoldUnits> = [],
        settled: some Sequence<SettledSale>,
        months: ClosedRange<FiscalMonth>,
        knownFrom: FiscalMonth? = nil,
        settledMonths: Set<FiscalMonth> = []
    ) {
        let input = SettlementInput(
            sold: sold,
            reported: reported,
            settled: settled,
            months: months,
            knownFrom: knownFrom ?? months.lowerBound
        )
        let settledMonths = settledMonths.union(input.settled.keys)
        var transits: [SettlementLine: SettlementTransit] = [:]
        var earlier = input.earlier
        var found: [SettledMonth] = []
        for number in 0...(months.upperBound - months.lowerBound) {
            let month = months.lowerBound + number
            let later = (months.lowerBound.position...month.position).filter { position in
                settledMonths.contains(FiscalMonth(position: position))
            }
            var count = SettlementCalculation(
                month,
                input,
                transits,
                earlier: earlier,
                isReported: settledMonths.contains(month),
                // Sales before this month have waited long enough.
                overdueBefore: later.count >= Self.overdueMonths
                    ? FiscalMonth(position: later[later.count - Self.overdueMonths]) : nil
            )
            count.run()
            transits = count.transits
            earlier = count.earlier
            found.append(count.result)
        }
        self.months = found
        self.excludedCount = input.excludedCount
    }

    /// Returns the result of a month, or `nil` when it was not compared.
    package func month(_ month: FiscalMonth) -> SettledMonth? { self.months.first { $0.month == month } }

    /// Returns the sums of each line through a month, ascending: the units carried out are those in transit then.
    package func cumulated(through month: FiscalMonth) -> [SettledMonth.Group] {
        var sums: [SettlementLine: SettledMonth.Group] = [:]
        for one in self.months where one.month <= month {
            for group in one.groups { sums[group.line, default: SettledMonth.Group(line: group.line)] += group }
        }
        return sums.values.sorted { $0.line < $1.line }
    }
}

extension SettledMonth.Group {
    /// Adds a later month of the same line.
    fileprivate static func += (sum: inout Self, later: Self) {
        sum.soldThousandths += later.soldThousandths
        if let reported = later.reportedThousandths {
            sum.reportedThousandths = (sum.reportedThousandths ?? 0) + reported
        }
        sum.settled.merge(later.settled) { one, other in
            SettledMonth.Amount(
                unitsThousandths: one.unitsThousandths + other.unitsThousandths,
                shareMilliunits: Int64(clamping: Int128(one.shareMilliunits) + Int128(other.shareMilliunits))
            )
        }
        sum.settledOfEarlierThousandths += later.settledOfEarlierThousandths
        sum.addedThousandths += later.addedThousandths
        sum.settledElsewhereThousandths += later.settledElsewhereThousandths
        sum.neverSettledThousandths += later.neverSettledThousandths
        sum.carriedOutThousandths = later.carriedOutThousandths
        sum.differences += later.differences
    }
}

/// The line of a settlement: units of one product, in one storefront, sold or refunded.
package struct SettlementLine: Hashable, Comparable, Sendable {
    /// The product.
    package let product: ProductID
    /// The storefront, two letters (ISO 3166-1 alpha-2); `nil` where the ledger does not know it.
    package let storefront: String?
    /// Whether it was sold or refunded.
    package let direction: SaleGroup.Direction

    /// Creates a line of these values.
    package init(product: ProductID, storefront: String?, direction: SaleGroup.Direction = .sale) {
        self.product = product
        self.storefront = storefront
        self.direction = direction
    }

    /// Orders lines by product, storefront and direction.
    package static func < (left: Self, right: Self) -> Bool {
        if left.product != right.product { return left.product < right.product }
        if left.storefront != right.storefront { return (left.storefront ?? "") < (right.storefront ?? "") }
        return left.direction.rawValue < right.direction.rawValue
    }
}

/// A row of a finance report.
package struct SettledSale: Hashable, Sendable {
    /// The fiscal month in which Apple settled it.
    package let month: FiscalMonth
    /// The day of the sale or of the refund; only the detailed report states it.
    package let soldOn: PacificDay?
    /// The product, the storefront and the direction.
    package let line: SettlementLine
    /// The units, in thousandths and never negative.
    package let unitsThousandths: Int64
    /// The developer's share of one unit, never negative.
    package let unitShareMilliunits: Int64
    /// The developer's share of all units; negative for refunds.
    package let shareMilliunits: Int64
    /// The currency of the share (ISO 4217).
    package let currency: String

    /// Creates a row of these values; the sign of the units is dropped, because the line states whether it is a refund.
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
