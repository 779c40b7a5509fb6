/// The renewals with which the days of a report begin that is about several days, which the App Store may have charged before
/// them.
package struct EarlyRenewals: Sendable {
    /// The day before the report's first one.
    let before: PacificDay
    /// How many units of each group were renewed on the report's first day, in thousandths.
    private(set) var units: [SaleGroup: Int64] = [:]

    /// The renewals among the sales of a report's first day.
    ///
    /// - Parameters:
    ///   - sales: The ledger's sales of that day, on the day on which all sales of the report are compared.
    ///   - before: The day before it.
    package init(of sales: SalesTally, before: PacificDay) {
        self.before = before
        for sums in [sales.groups, sales.unpriced] {
            for (group, sum) in sums where group.period == .renewal && group.direction == .sale {
                self.units[group] = sum.unitsThousandths
            }
        }
    }
}
