/// The proceeds of one that reports state for the same terms on several days.
///
/// Apple tabulates proceeds, so the same price in the same storefront yields the same proceeds every day. A rate that
/// no other day has, although other days have sales on the same terms and for the same reason, is a changed one.
/// Refunds are not judged: they go by the rate of a sale that may be long past.
struct LearnedRates {
    /// The days on which a rate was seen: the first, and whether there are others.
    private struct Seen {
        let day: PacificDay
        var isElsewhere = false
    }

    private var seen: [Reconciliation.Terms: [SaleSum.Rate: Seen]] = [:]
    private let expected: [Reconciliation.Terms: Set<SaleSum.Rate>]

    /// Learns the rates of reports, except for terms whose rates are expected.
    init(_ tally: SalesTally, expected: [Reconciliation.Terms: Set<SaleSum.Rate>]) {
        self.expected = expected
        for (group, sum) in tally.groups where group.direction == .sale {
            guard let terms = Reconciliation.Terms(group), expected[terms] == nil else { continue }
            for rate in sum.rates.keys {
                if let seen = self.seen[terms]?[rate] {
                    if seen.day != group.day { self.seen[terms]?[rate]?.isElsewhere = true }
                } else {
                    self.seen[terms, default: [:]][rate] = Seen(day: group.day)
                }
            }
        }
    }

    /// Whether a sale's proceeds are others than expected, or than on all other days.
    func areChanged(_ sum: SaleSum, of group: SaleGroup) -> Bool {
        guard group.direction == .sale, let terms = Reconciliation.Terms(group) else { return false }
        if let expected = self.expected[terms] {
            return sum.rates.keys.contains { rate in
                !expected.contains { one in
                    one.currency == rate.currency
                        && SaleSum.magnitude(one.unitMilliunits &- rate.unitMilliunits)
                            <= Reconciliation.proceedsTolerance
                }
            }
        }
        guard let seen = self.seen[terms] else { return false }
        return sum.rates.keys.contains { rate in
            guard let own = seen[rate], !own.isElsewhere else { return false }
            return seen.contains { other, when in
                other != rate && other.reason == rate.reason && (when.isElsewhere || when.day != group.day)
            }
        }
    }
}
