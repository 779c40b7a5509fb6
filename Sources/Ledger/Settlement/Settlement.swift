/// Compares what Apple settled with what was sold, from fiscal month to fiscal month.
///
/// Sales reports and the ledger count what was initiated, finance reports what was settled, often in a later month.
/// So what is sold and not settled stays in transit, line by line (product, storefront, sale or refund), until a
/// later month settles it. What the reports of two later months have not settled is given up as never settled: its
/// charge failed, or Apple removed it. What is settled and was never sold is missing in the ledger.
///
/// The detailed finance report names the day of each sale and is preferred: its rows settle exactly the month that
/// they name, or its neighbor when the day is the first or the last of a month. Rows without a day settle what has
/// been in transit longest, so that among many sales one that is never settled stays in transit for good and shows
/// only as that. The ledger does not know the currency of proceeds: lines are of all currencies, and what was settled
/// is stated by currency and never added up over currencies. Purchases of several seats count as that many units; how
/// a finance report states them is not known yet.
///
/// A month's result depends on the months before it and on none after it. The first month that is compared should be
/// two months before the first that is of interest, and the ledger's sales should be known of two months more: how much
/// of those was in transit before the first month is unknown, so it is not carried in, but settled rows that have
/// nothing else are of them, up to their number.
package struct Settlement: Sendable {
    /// How many later months have to be reported until a sale counts as never settled.
    package static let overdueMonths = 2
    /// By how much the share of one may differ from what sales reports state, by rounding, in milliunits.
    package static let tolerance: Int64 = 20

    /// The months, ascending.
    package let months: [SettledMonth]
    /// How many rows of finance reports were left out, because their units or amounts are beyond every bound.
    package let excludedCount: Int

    /// Compares both sides.
    ///
    /// - Parameters:
    ///   - sold: What the ledger has sold and refunded.
    ///   - reported: What the sales reports have, with the proceeds of one.
    ///   - settled: The rows of finance reports; a month that has rows with the day of the sale uses no others.
    ///   - months: The months to compare; what was settled in others, or reported by sales reports, takes no part.
    ///   - knownFrom: The first month of which `sold` has all; `nil` for the first that is compared.
    ///   - settledMonths: The months that have a finance report; those of the rows have one too.
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
                // What was sold before this month has waited long enough.
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

    /// What was found in a month, or `nil` when it was not compared.
    package func month(_ month: FiscalMonth) -> SettledMonth? { self.months.first { $0.month == month } }

    /// The sums of each line through a month, ascending: what is carried out is what is in transit then.
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

/// What settlement follows from month to month: units of one product, in one storefront, sold or refunded.
package struct SettlementLine: Hashable, Comparable, Sendable {
    /// The product.
    package let product: ProductID
    /// The storefront, two letters (ISO 3166-1 alpha-2); `nil` where the ledger does not know it.
    package let storefront: String?
    /// Whether it was sold or refunded.
    package let direction: SaleGroup.Direction

    /// A line of these values.
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
