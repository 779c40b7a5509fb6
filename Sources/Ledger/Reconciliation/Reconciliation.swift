/// Compares what the ledger knows with Apple's sales reports, day by day.
///
/// The reports name no transaction, so sums of groups are compared: first exactly, then by a ladder of steps of which
/// each compares less. The result depends on the sums alone, never on an order. Its cost grows with the number of
/// groups.
///
/// Only days that have a report take part: on other days the ledger has everything and the report nothing, which says
/// nothing. Both tallies should reach seven days beyond the days that are asked for, as far as there are reports,
/// because both sides may put one sale on different days.
package struct Reconciliation: Sendable {
    /// For what a rate of proceeds holds.
    package struct Terms: Hashable, Sendable {
        /// The product.
        package let product: ProductID
        /// The storefront, two letters.
        package let storefront: String?
        /// The price of one.
        package let unitPrice: Money

        /// Terms of these values.
        package init(product: ProductID, storefront: String?, unitPrice: Money) {
            self.product = product
            self.storefront = storefront
            self.unitPrice = unitPrice
        }

        /// The terms of a group, or `nil` when its price is unknown.
        init?(_ group: SaleGroup) {
            guard let currency = group.currency, let price = group.unitPriceMilliunits else { return nil }
            self.init(
                product: group.product,
                storefront: group.storefront,
                unitPrice: Money(amountMilliunits: price, currency: currency)
            )
        }
    }

    /// By how much the proceeds of one may differ from those of the price points, which are rounded by tables.
    package static let proceedsTolerance: Int64 = 20

    /// The days that have a report, ascending.
    package let days: [ReconciledDay]

    /// Compares both sides.
    ///
    /// - Parameters:
    ///   - ours: The ledger's sums.
    ///   - theirs: The reports' sums.
    ///   - reported: The days that have a report, one without sales included, and that the ledger's sums cover.
    ///   - products: The products that the catalog knows; the ledger's own are known too.
    ///   - expected: The proceeds of one by the price points. Where none are given, the proceeds of a day are compared
    ///     with those of other days.
    package init(
        ours: SalesTally,
        theirs: SalesTally,
        reported: Set<PacificDay>,
        products: Set<ProductID>,
        expected: [Terms: Set<SaleSum.Rate>] = [:]
    ) {
        var known = products
        for group in ours.groups.keys { known.insert(group.product) }
        for group in ours.unpriced.keys { known.insert(group.product) }
        for group in ours.seats.keys { known.insert(group.product) }
        var days = Dictionary(uniqueKeysWithValues: reported.map { ($0, ReconciledDay(day: $0)) })
        var ourExcess = ReconciliationLadder.sorted(ours.unpriced, within: reported)
        var theirExcess: [ReconciliationLadder.Excess] = []
        var differences: [SaleDifference] = []
        let rates = LearnedRates(theirs, expected: expected)
        for (group, their) in theirs.groups where reported.contains(group.day) {
            let our = ours.groups[group] ?? SaleSum()
            let odd = Self.oddity(group, our, their, rates)
            if let odd { differences.append(odd) }
            let surplus = Self.surplus(group, their, over: our)
            if surplus == 0, odd == nil { days[group.day]?.matchedGroupCount += 1 }
            if surplus > 0 { theirExcess.append(.init(group: group, sum: their, remaining: surplus)) }
            if surplus < 0 { ourExcess.append(.init(group: group, sum: our, remaining: SaleSum.magnitude(surplus))) }
            days[group.day]?.theirs.add(their, of: group)
        }
        for (group, our) in ours.groups where reported.contains(group.day) {
            days[group.day]?.ours.add(our, of: group)
            guard theirs.groups[group] == nil, our.unitsThousandths != 0 else { continue }
            let units = SaleSum.magnitude(our.unitsThousandths)
            ourExcess.append(.init(group: group, sum: our, remaining: units))
        }
        for (excluded, count) in ours.excluded {
            days[excluded.day]?.ours.excluded[excluded.reason] = count
        }
        for (excluded, count) in theirs.excluded {
            days[excluded.day]?.theirs.excluded[excluded.reason] = count
        }
        var ladder = ReconciliationLadder(
            ours: ourExcess.sorted { $0.group < $1.group },
            theirs: theirExcess.sorted { $0.group < $1.group },
            ledger: ours,
            report: theirs,
            products: known
        )
        ladder.climb(within: reported)
        for difference in (differences + ladder.differences).sorted(by: SaleDifference.precedes) {
            for day in difference.days { days[day]?.differences.append(difference) }
        }
        self.days = days.values.sorted { $0.day < $1.day }
    }

    /// What was found on a day, or `nil` when it has no report.
    package func day(_ day: PacificDay) -> ReconciledDay? {
        self.days.first { $0.day == day }
    }

    /// All differences, each once although it may concern two days.
    package var differences: [SaleDifference] {
        self.days.flatMap { day in day.differences.filter { $0.days.first { self.day($0) != nil } == day.day } }
    }

    /// How many thousandths the report has more of a group, in the group's own direction.
    private static func surplus(_ group: SaleGroup, _ their: SaleSum, over our: SaleSum) -> Int64 {
        let more = their.unitsThousandths &- our.unitsThousandths
        return group.direction == .refund ? 0 &- more : more
    }

    /// The difference in amounts of a group whose units may well agree.
    private static func oddity(
        _ group: SaleGroup,
        _ our: SaleSum,
        _ their: SaleSum,
        _ rates: LearnedRates
    ) -> SaleDifference? {
        let cause: SaleDifference.Cause
        let step: SaleDifference.Step
        // A price for several is divided by their number and may not come out even.
        let tolerance = Int64(our.count + their.count) &+ SaleSum.magnitude(our.unitsThousandths) / 1000
        if our.unitsThousandths == their.unitsThousandths,
            SaleSum.magnitude(our.priceMilliunits &- their.priceMilliunits) > tolerance
        {
            (cause, step) = (.wrongPrice, .checkPrice)
        } else if rates.areChanged(their, of: group) {
            (cause, step) = (.changedProceeds, .checkProceeds)
        } else {
            return nil
        }
        return SaleDifference(
            ours: our.count == 0 ? nil : group,
            theirs: group,
            unitsThousandths: 0,
            ourSum: our,
            theirSum: their,
            outcome: .unexplained,
            causes: [cause],
            step: step
        )
    }
}
