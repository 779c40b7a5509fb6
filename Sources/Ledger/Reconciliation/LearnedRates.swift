/// The proceeds of one unit that reports state for the same terms and the same reason, by day.
///
/// Apple tabulates proceeds, so the same price in the same storefront yields the same proceeds every day. A sale's rate
/// counts as changed when no other day of the surrounding week has it, although other days have sales on the same terms
/// and for the same reason. A refund's rate counts as changed when that week has such sales and none at its rate; a
/// refund of a sale from before a change of the commission is therefore reported, and an operator accepts it.
struct LearnedRates {
    /// The terms within which rates are compared with each other.
    private struct Key: Hashable {
        let terms: Reconciliation.Terms
        let reason: String
    }

    private var seen: [Key: [PacificDay: Set<SaleSum.Rate>]] = [:]
    /// The number of rates that were compared.
    private(set) var stepCount = 0

    /// Reads the rates of the reports' sales.
    init(_ tally: SalesTally) {
        for (group, sum) in tally.groups where group.direction == .sale {
            guard let terms = Reconciliation.Terms(group) else { continue }
            for rate in sum.rates.keys {
                self.stepCount += 1
                self.seen[Key(terms: terms, reason: rate.reason), default: [:]][group.day, default: []].insert(rate)
            }
        }
    }

    /// Returns whether the proceeds of a group differ from those on the other days of the surrounding week.
    mutating func areChanged(_ sum: SaleSum, of group: SaleGroup) -> Bool {
        guard let terms = Reconciliation.Terms(group) else { return false }
        return sum.rates.keys.contains { self.isChanged($0, Key(terms: terms, reason: $0.reason), group) }
    }

    private mutating func isChanged(_ rate: SaleSum.Rate, _ key: Key, _ group: SaleGroup) -> Bool {
        self.stepCount += 1
        guard let seen = self.seen[key] else { return false }
        var isKnown = false
        for offset in -Reconciliation.reach...Reconciliation.reach where offset != 0 || group.direction == .refund {
            guard let rates = seen[group.day + offset] else { continue }
            if rates.contains(rate) { return false }
            isKnown = true
        }
        return isKnown
    }
}
