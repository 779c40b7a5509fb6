/// A comparison of the ledger with Apple's sales reports, day by day.
///
/// The reports name no transaction, so the comparison uses sums of groups: first exactly, then by a list of matching
/// rules, each of which compares less. The result depends only on the sums, never on an order. Its cost grows with the
/// number of groups.
///
/// Only days that have a report are compared: on other days the report's side is empty, which means nothing. The
/// exception is renewals on the day after a report, which the App Store may have charged a day earlier.
///
/// Each day is compared in the context of exactly its own seven days before and after, because both sides may assign
/// one sale to different days. So a day's result does not depend on the other days that are compared, as long as both
/// tallies reach seven days beyond it, as far as there are reports. Where differences are so close together that sums
/// allow several pairings, two days may state different ones.
package struct Reconciliation: Sendable {
    /// The terms to which a rate of proceeds applies.
    struct Terms: Hashable, Sendable {
        /// The product.
        let product: ProductID
        /// The storefront, two letters.
        let storefront: String?
        /// The price of one unit.
        let unitPrice: Money

        /// Creates the terms of a group; `nil` when its price is unknown.
        init?(_ group: SaleGroup) {
            guard let currency = group.currency, let price = group.unitPriceMilliunits else { return nil }
            self.product = group.product
            self.storefront = group.storefront
            self.unitPrice = Money(amountMilliunits: price, currency: currency)
        }
    }

    /// The number of days before and after a day that take part in its comparison.
    package static let reach: Int64 = 7

    /// The days that were compared, ascending.
    package let days: [ReconciledDay]
    /// The number of steps of the comparison, which grows with the number of groups.
    package let stepCount: Int

    /// Compares both sides.
    ///
    /// - Parameters:
    ///   - ours: The ledger's sums.
    ///   - theirs: The reports' sums.
    ///   - reported: The days that have a report, including one without sales, and that the ledger's sums cover.
    ///   - products: The products in the catalog; the ledger's own products are added.
    ///   - early: Where the only day represents several: the renewals of the first of them.
    ///   - compared: The days to compare, as far as they have a report. `nil` compares every reported day, also those
    ///     at the edges, of whose context a part may be missing.
    package init(
        ours: SalesTally,
        theirs: SalesTally,
        reported: Set<PacificDay>,
        products: Set<ProductID>,
        early: EarlyRenewals? = nil,
        within compared: ClosedRange<PacificDay>? = nil
    ) {
        var sold: [PacificDay: Set<ProductID>] = [:]
        for groups in [ours.groups.keys, ours.unpriced.keys, ours.seats.keys] {
            for group in groups { sold[group.day, default: []].insert(group.product) }
        }
        let asked = reported.filter { compared?.contains($0) ?? true }
        var days = Dictionary(uniqueKeysWithValues: asked.map { ($0, ReconciledDay(day: $0)) })
        var excess = ReconciliationExcess(ours, reported: reported)
        var rates = LearnedRates(theirs)
        for (group, their) in theirs.groups where reported.contains(group.day) {
            let our = ours.groups[group] ?? SaleSum()
            let surplus = Self.surplus(group, their, over: our)
            if surplus > 0 { excess.theirs[group.day, default: []].append(.init(group, their, surplus)) }
            if surplus < 0 { excess.ours[group.day, default: []].append(.init(group, our, -surplus)) }
            guard days[group.day] != nil else { continue }
            let odd = Self.oddity(group, our, their, &rates)
            if let odd { days[group.day]?.differences.append(odd) }
            if surplus == 0, odd == nil { days[group.day]?.matchedGroupCount += 1 }
            days[group.day]?.theirs.add(their, of: group)
        }
        for (group, our) in ours.groups where reported.contains(group.day) {
            days[group.day]?.ours.add(our, of: group)
            guard theirs.groups[group] == nil, our.unitsThousandths != 0 else { continue }
            excess.ours[group.day, default: []].append(.init(group, our, SaleSum.magnitude(our.unitsThousandths)))
        }
        for (excluded, count) in ours.excluded {
            days[excluded.day]?.ours.excluded[excluded.reason] = count
        }
        for (excluded, count) in theirs.excluded {
            days[excluded.day]?.theirs.excluded[excluded.reason] = count
        }
        excess.sort()
        var steps = rates.stepCount + ours.groups.count + theirs.groups.count
        for day in asked where excess.concerns(day) {
            let known = (-Self.reach...Self.reach).reduce(into: products) { $0.formUnion(sold[day + $1] ?? []) }
            var matcher = ReconciliationMatcher(
                excess,
                around: day,
                ledger: ours,
                report: theirs,
                products: known,
                reported: reported,
                early: early
            )
            matcher.climb()
            steps += matcher.stepCount
            days[day]?.differences += matcher.differences.filter { $0.days.contains(day) }
        }
        for day in asked { days[day]?.differences.sort(by: SaleDifference.precedes) }
        self.days = days.values.sorted { $0.day < $1.day }
        self.stepCount = steps
    }

    /// Returns the result of a day, or `nil` when it was not compared.
    package func day(_ day: PacificDay) -> ReconciledDay? {
        self.days.first { $0.day == day }
    }

    /// All differences, each once even if it concerns two days.
    package var differences: [SaleDifference] {
        var seen: Set<SaleDifference> = []
        return self.days.flatMap(\.differences).filter { $0.days.count < 2 || seen.insert($0).inserted }
    }

    /// Returns by how many thousandths the report exceeds the ledger in a group, in the group's own direction.
    private static func surplus(_ group: SaleGroup, _ their: SaleSum, over our: SaleSum) -> Int64 {
        let more = their.unitsThousandths - our.unitsThousandths
        return group.direction == .refund ? -more : more
    }

    /// Returns the difference in amounts of a group whose units may agree.
    private static func oddity(
        _ group: SaleGroup,
        _ our: SaleSum,
        _ their: SaleSum,
        _ rates: inout LearnedRates
    ) -> SaleDifference? {
        let cause: SaleDifference.Cause
        let step: SaleDifference.Step
        // A price for several units is divided by their number and may not be exact.
        let tolerance = Int64(our.count + their.count) + SaleSum.magnitude(our.unitsThousandths) / 1000
        if our.unitsThousandths == their.unitsThousandths,
            our.isPriceApart(from: their, by: tolerance)
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

/// The renewals at the beginning of a report on several days, which the App Store may have charged before those days.
package struct EarlyRenewals: Sendable {
    /// The day before the report's first one.
    let before: PacificDay
    /// The number of units of each group that were renewed on the report's first day, in thousandths.
    private(set) var units: [SaleGroup: Int64] = [:]

    /// Creates the renewals among the sales of a report's first day.
    ///
    /// - Parameters:
    ///   - sales: The ledger's sales of that day, assigned to the day on which all sales of the report are compared.
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
