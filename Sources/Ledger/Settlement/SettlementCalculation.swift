/// The calculation of one fiscal month of a settlement.
struct SettlementCalculation {
    private let month: FiscalMonth
    private let input: SettlementInput
    private let isReported: Bool
    private let overdueBefore: FiscalMonth?
    /// The units in transit, by line.
    private(set) var transits: [SettlementLine: SettlementTransit]
    /// The units that the ledger sold before the first month and that no earlier row has taken, by line.
    private(set) var earlier: [SettlementLine: SettlementTransit]
    private var groups: [SettlementLine: SettledMonth.Group] = [:]
    private var shares: [SettlementLine: [String: Int128]] = [:]

    /// Creates the calculation of a month with the units in transit before it.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - input: The input of the comparison.
    ///   - transits: The units in transit before the month, by line.
    ///   - earlier: The units that the ledger sold before the first month and that may still be settled, by line.
    ///   - isReported: Whether there is a finance report.
    ///   - overdueBefore: The month before which sales count as never settled.
    init(
        _ month: FiscalMonth,
        _ input: SettlementInput,
        _ transits: [SettlementLine: SettlementTransit],
        earlier: [SettlementLine: SettlementTransit],
        isReported: Bool,
        overdueBefore: FiscalMonth?
    ) {
        self.month = month
        self.input = input
        self.transits = transits
        self.earlier = earlier
        self.isReported = isReported
        self.overdueBefore = overdueBefore
    }

    /// Adds the sales, settles the rows, and gives up overdue units.
    mutating func run() {
        for (line, transit) in self.transits where !transit.isEmpty {
            self.change(line) { $0.carriedInThousandths = transit.unitsThousandths }
        }
        for (line, units) in self.input.sold[self.month] ?? [:] {
            self.change(line) { $0.soldThousandths = units }
            self.transits[line, default: SettlementTransit()].sell(units, in: self.month)
        }
        for (line, units) in self.input.credits[self.month] ?? [:] {
            self.transits[line, default: SettlementTransit()].allowCredit(of: units)
        }
        for (line, units) in self.input.reported[self.month] ?? [:] {
            self.change(line) { $0.reportedThousandths = units }
        }
        let rows = (self.input.settled[self.month] ?? [:]).sorted { $0.key < $1.key }
        var rests = rows.map { self.settle($0.key, $0.value) }
        for (position, row) in rows.enumerated() where rests[position] > 0 {
            guard let neighbor = row.key.neighbor else { continue }
            rests[position] -= self.take(rests[position], of: row.key.line, soldIn: neighbor)
        }
        for (position, row) in rows.enumerated() {
            if rests[position] > 0 { self.explain(rests[position], row.key, row.value) }
            self.judge(row.key, row.value)
        }
        if self.isReported { self.giveUp() }
        for line in self.groups.keys {
            let units = self.transits[line]?.unitsThousandths ?? 0
            self.change(line) { group in
                group.carriedOutThousandths = units
                group.differences = Self.merged(group.differences)
            }
        }
    }

    /// The result of the month.
    var result: SettledMonth {
        var owed: [String: (sales: Int128, refunds: Int128)] = [:]
        for (line, shares) in self.shares {
            for (currency, share) in shares {
                var sum = owed[currency] ?? (0, 0)
                if line.direction == .sale { sum.sales += share } else { sum.refunds += share }
                owed[currency] = sum
            }
        }
        return SettledMonth(
            month: self.month,
            isReported: self.isReported,
            groups: self.groups.values.sorted { $0.line < $1.line },
            owed: self.isReported
                ? owed.mapValues { sum in
                    SettledMonth.Owed(
                        salesMilliunits: Int64(clamping: sum.sales),
                        refundsMilliunits: Int64(clamping: sum.refunds)
                    )
                } : nil
        )
    }

    private mutating func change(_ line: SettlementLine, _ body: (inout SettledMonth.Group) -> Void) {
        body(&self.groups[line, default: SettledMonth.Group(line: line)])
    }

    // MARK: Units

    /// Takes settled units from those in transit; returns the number of missing ones.
    private mutating func settle(_ row: SettlementInput.Row, _ sum: SettlementInput.Sum) -> Int64 {
        self.shares[row.line, default: [:]][row.currency, default: 0] += sum.share
        let share = Int64(clamping: self.shares[row.line]?[row.currency] ?? 0)
        self.change(row.line) { group in
            group.settled[row.currency, default: SettledMonth.Amount()].unitsThousandths += sum.unitsThousandths
            group.settled[row.currency]?.shareMilliunits = share
        }
        return sum.unitsThousandths - self.take(sum.unitsThousandths, of: row.line, soldIn: row.soldIn)
    }

    /// Takes so many units of a line from those in transit; returns the number taken.
    private mutating func take(_ units: Int64, of line: SettlementLine, soldIn: FiscalMonth?) -> Int64 {
        let taken = self.transits[line, default: SettlementTransit()].settle(units, soldIn: soldIn)
        let earlier = taken.filter { $0.key < self.month }.values.reduce(0, +)
        self.change(line) { $0.settledOfEarlierThousandths += earlier }
        return taken.values.reduce(0, +)
    }

    /// Searches another source of settled units that were not in transit; units without a source are missing in the
    /// ledger.
    private mutating func explain(_ units: Int64, _ row: SettlementInput.Row, _ sum: SettlementInput.Sum) {
        self.change(row.line) { $0.addedThousandths += units }
        var rest = units
        rest -= self.transits[row.line]?.recover(rest, soldIn: row.soldIn) ?? 0
        var fraction = sum.fractionThousandths
        if row.line.direction == .refund {
            let credit = self.transits[row.line]?.takeCredit(min(rest, fraction)) ?? 0
            self.state(.upgradeCredit, row, credit)
            rest -= credit
            fraction -= credit
        }
        rest -= self.settleEarlier(row, rest, fraction)
        rest -= self.settleWithoutStorefront(row, rest)
        self.state(self.isSoldBefore(row) ? .soldBefore : .missingInLedger, row, rest)
    }

    /// Takes settled units from those that the ledger sold before the first month; returns the number taken.
    private mutating func settleEarlier(_ row: SettlementInput.Row, _ units: Int64, _ fraction: Int64) -> Int64 {
        guard units > 0 else { return 0 }
        let months: [FiscalMonth?] = row.soldIn.map { [$0] + (row.neighbor.map { [$0] } ?? []) } ?? [nil]
        let isBefore = row.soldIn.map { $0 < self.input.firstMonth } ?? true
        var rest = units
        for storefront in row.line.storefront == nil ? [nil] : [row.line.storefront, nil] {
            let line = SettlementLine(
                product: row.line.product,
                storefront: storefront,
                direction: row.line.direction
            )
            guard var earlier = self.earlier[line] else { continue }
            for month in months { rest -= earlier.settle(rest, soldIn: month).values.reduce(0, +) }
            if isBefore { rest -= earlier.takeCredit(min(rest, fraction)) }
            self.earlier[line] = earlier
        }
        self.state(.soldBefore, row, units - rest)
        return units - rest
    }

    /// Takes settled units from the ledger's units without a storefront; returns the number taken.
    private mutating func settleWithoutStorefront(_ row: SettlementInput.Row, _ units: Int64) -> Int64 {
        let line = SettlementLine(product: row.line.product, storefront: nil, direction: row.line.direction)
        guard units > 0, row.line.storefront != nil, var transit = self.transits[line] else { return 0 }
        let taken = transit.settle(units, soldIn: row.soldIn).values.reduce(0, +)
        self.transits[line] = transit
        guard taken > 0 else { return 0 }
        self.state(.missingStorefront, row, taken)
        // They leave the line without a storefront as if Apple had settled them there.
        self.change(line) { $0.settledElsewhereThousandths += taken }
        return taken
    }

    private func isSoldBefore(_ row: SettlementInput.Row) -> Bool {
        guard let soldIn = row.soldIn else { return self.month - self.input.knownFrom < Settlement.overdueMonths }
        return soldIn < self.input.knownFrom
    }

    private mutating func state(_ cause: SettlementDifference.Cause, _ row: SettlementInput.Row, _ units: Int64) {
        guard units > 0 else { return }
        let amount = Int128(SaleSum.amount(of: units, at: row.unitShareMilliunits))
        self.state(cause, row, units, more: row.line.direction == .refund ? -amount : amount)
    }

    private mutating func giveUp() {
        guard let overdueBefore = self.overdueBefore else { return }
        for line in self.transits.keys.sorted() {
            let overdue = self.transits[line]?.giveUp { $0 < overdueBefore } ?? [:]
            for (soldIn, units) in overdue {
                self.change(line) { group in
                    group.neverSettledThousandths += units
                    group.differences.append(
                        SettlementDifference(
                            cause: .neverSettled,
                            soldIn: soldIn,
                            currency: nil,
                            unitsThousandths: units,
                            shareMilliunits: 0
                        )
                    )
                }
            }
        }
    }

    // MARK: Shares

    /// Compares the unit share with the shares that the sales reports stated for the product in the storefront: for
    /// sales in the months of the possible sale, for refunds in all months before.
    private mutating func judge(_ row: SettlementInput.Row, _ sum: SettlementInput.Sum) {
        let sign: Int64 = row.line.direction == .refund ? -1 : 1
        let whole = Int128(sum.unitsThousandths) * Int128(row.unitShareMilliunits) / 1000 * Int128(sign)
        // A report rounds the share of all units to two decimals, in each of its rows.
        let rounding = Int128(Settlement.tolerance) * Int128(sum.rowCount)
        if (sum.share - whole).magnitude > rounding.magnitude {
            return self.state(.changedShare, row, sum.unitsThousandths, more: sum.share - whole)
        }
        guard let currencies = self.input.rates[SettlementInput.Place(row.line)] else { return }
        guard let known = currencies[row.currency].map({ self.known($0, row) }), !known.isEmpty else {
            let isElsewhere = currencies.contains { !self.known($0.value, row).isEmpty }
            if isElsewhere { self.state(.otherCurrency, row, sum.unitsThousandths, more: sum.share) }
            return
        }
        guard !known.contains(row.unitShareMilliunits),
            let nearest = known.min(by: { one, other in
                let (left, right) = (abs(one - row.unitShareMilliunits), abs(other - row.unitShareMilliunits))
                return left != right ? left < right : one < other
            })
        else { return }
        let more = Int128(sum.unitsThousandths) * Int128(row.unitShareMilliunits - nearest) / 1000 * Int128(sign)
        let isRounding = abs(nearest - row.unitShareMilliunits) <= Settlement.tolerance
        self.state(isRounding ? .rounding : .changedShare, row, sum.unitsThousandths, more: more)
    }

    /// Returns the unit proceeds that the sales reports stated for the months of the possible sale.
    private func known(_ rates: [FiscalMonth: Set<Int64>], _ row: SettlementInput.Row) -> Set<Int64> {
        rates.reduce(into: []) { known, one in
            let isNear = self.month - one.key <= Settlement.overdueMonths || row.line.direction == .refund
            if one.key <= self.month, isNear { known.formUnion(one.value) }
        }
    }

    private mutating func state(
        _ cause: SettlementDifference.Cause,
        _ row: SettlementInput.Row,
        _ units: Int64,
        more: Int128
    ) {
        self.change(row.line) { group in
            group.differences.append(
                SettlementDifference(
                    cause: cause,
                    soldIn: row.soldIn,
                    currency: row.currency,
                    unitsThousandths: units,
                    shareMilliunits: Int64(clamping: more)
                )
            )
        }
    }

    /// Returns one difference for each cause, month and currency, in a fixed order.
    private static func merged(_ differences: [SettlementDifference]) -> [SettlementDifference] {
        var sums: [SettlementDifference] = []
        for one in differences.sorted(by: SettlementDifference.precedes) {
            guard let last = sums.last, last.cause == one.cause, last.soldIn == one.soldIn,
                last.currency == one.currency
            else {
                sums.append(one)
                continue
            }
            sums[sums.count - 1] = SettlementDifference(
                cause: one.cause,
                soldIn: one.soldIn,
                currency: one.currency,
                unitsThousandths: last.unitsThousandths + one.unitsThousandths,
                shareMilliunits: Int64(clamping: Int128(last.shareMilliunits) + Int128(one.shareMilliunits))
            )
        }
        return sums
    }
}
