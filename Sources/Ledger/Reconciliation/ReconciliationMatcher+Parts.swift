extension ReconciliationMatcher {
    /// The tolerance of the total of seats, for each seat, because the ledger knows only their average price.
    private static let seatTolerance: Int64 = 10
    /// The maximum number of rows of a day that are compared with the total of seats; no tier has so many prices.
    private static let mostTiers = 64
    /// The tolerance between a credit and the share of time that was left, in thousandths of a unit: Apple may count
    /// days.
    private static let creditTolerance: Int64 = 50
    /// The tolerance of all credits of a row together: clearly less than one unit, so that they hide no lost refund.
    private static let mostCreditTolerance: Int64 = 250

    // MARK: Seats

    /// Explains purchases of several seats by their total: by the same number of units at their average price, by one
    /// row, or by all rows by which the report exceeds the ledger on a day.
    mutating func explainSeats() {
        guard !self.seats.isEmpty else { return }
        let index = self.reportedRows()
        for seat in self.seats.indices {
            for distance in 0...1 as ClosedRange<Int64> where self.seats[seat].remaining > 0 {
                let near = self.near(self.seats[seat].group, distance, in: index)
                guard let found = self.rows(for: self.seats[seat], among: near) else { continue }
                let part = self.seats[seat]
                for (position, units) in found {
                    self.take(position, units, for: part, .explained(.seats), [.seats], .none)
                }
                self.seats[seat].remaining = 0
            }
        }
        self.seats.removeAll { $0.remaining == 0 }
        self.dropExplained()
    }

    /// Returns the rows, with their units, whose price is the total of seats.
    private mutating func rows(for seat: Part, among near: [Int]) -> [(position: Int, units: Int64)]? {
        let total = SaleSum.magnitude(seat.sum.priceMilliunits)
        let tolerance = 1 + seat.remaining / 1000 * Self.seatTolerance
        func isTotal(_ money: Int128) -> Bool { (money - Int128(total)).magnitude <= tolerance.magnitude }
        var sum: Int128 = 0
        var whole: Int?
        for position in near {
            self.stepCount += 1
            let their = self.theirs[position]
            let price = their.group.unitPriceMilliunits ?? 0
            if their.remaining >= seat.remaining, isTotal(Int128(SaleSum.amount(of: seat.remaining, at: price))) {
                return [(position, seat.remaining)]
            }
            let money = Int128(SaleSum.amount(of: their.remaining, at: price))
            if whole == nil, isTotal(money) { whole = position }
            sum += money
        }
        if let whole { return [(whole, self.theirs[whole].remaining)] }
        guard !near.isEmpty, isTotal(sum) else { return nil }
        return near.map { ($0, self.theirs[$0].remaining) }
    }

    /// Adds seats that nothing explains to the differences, beside rows that may be a part of them: of no more units
    /// and no more money.
    mutating func leaveSeats() {
        guard !self.seats.isEmpty else { return }
        let index = self.reportedRows()
        for seat in self.seats {
            var units = seat.remaining
            var money = SaleSum.magnitude(seat.sum.priceMilliunits)
            for position in (0...1 as ClosedRange<Int64>).flatMap({ self.near(seat.group, $0, in: index) }) {
                self.stepCount += 1
                let their = self.theirs[position]
                let amount = SaleSum.amount(of: their.remaining, at: their.group.unitPriceMilliunits ?? 0)
                guard their.remaining > 0, their.remaining <= units, amount <= money else { continue }
                units -= their.remaining
                money -= amount
                self.take(
                    position,
                    their.remaining,
                    for: seat,
                    .unexplained,
                    [.seats, .missingInLedger],
                    .fetchHistory(their.group.day)
                )
            }
            if units == seat.remaining { self.leave(seat, units, [.seats], .checkSeats, as: .unexplained) }
        }
        self.dropExplained()
    }

    // MARK: Credits

    /// Explains credits for upgrades: first whole rows by credits of the expected amount, then fractions of a unit by
    /// any purchases of the same price to which they may belong.
    ///
    /// Whole units that no credits equal are refunds that the ledger lacks, whichever purchases were upgraded.
    mutating func explainCredits() {
        guard !self.credits.isEmpty else { return }
        self.explainExpectedCredits()
        self.stepCount += self.theirs.count
        var rows: [SaleGroup: [Int]] = [:]
        for (position, part) in self.theirs.enumerated() where part.remaining % 1000 != 0 {
            rows[part.group.relaxed(.period), default: []].append(position)
        }
        for credit in self.credits.indices {
            for offset in [0, -1, 1] as [Int64] {
                var key = self.credits[credit].group.relaxed(.period)
                key.day = key.day + offset
                while let position = rows[key]?.last {
                    self.stepCount += 1
                    let portion = self.theirs[position].remaining % 1000
                    // Less than the price paid for one unit.
                    guard portion > 0 else {
                        rows[key]?.removeLast()
                        continue
                    }
                    guard portion <= self.credits[credit].remaining else { break }
                    let part = self.credits[credit]
                    self.take(position, portion, for: part, .explained(.upgradeCredit), [.upgradeCredit], .none)
                    self.credits[credit].remaining -= portion
                    rows[key]?.removeLast()
                }
            }
        }
        self.dropExplained()
    }

    /// Explains rows by the credits of their day, of a neighboring day, or of several of these, whose expected amount
    /// is the same.
    private mutating func explainExpectedCredits() {
        self.stepCount += self.credits.count + self.theirs.count
        var index: [SaleGroup: [Int]] = [:]
        for (position, credit) in self.credits.enumerated() {
            index[credit.group.relaxed(.period), default: []].append(position)
        }
        for position in self.theirs.indices where self.theirs[position].group.direction == .refund {
            let row = self.theirs[position]
            for offsets in [[0], [-1], [1], [0, -1], [0, 1], [0, -1, 1]] as [[Int64]] {
                let near = offsets.flatMap { offset in
                    var key = row.group.relaxed(.period)
                    key.day = key.day + offset
                    return (index[key] ?? []).filter { self.credits[$0].remaining > 0 }
                }
                guard self.comes(near, to: row.remaining) else { continue }
                self.take(position, from: near)
                break
            }
        }
        self.dropExplained()
    }

    /// Returns whether the credits' expected amount is so many units, and whether the credits have so many left.
    private mutating func comes(_ near: [Int], to units: Int64) -> Bool {
        self.stepCount += near.count
        guard !near.isEmpty, units <= near.reduce(0, { $0 + self.credits[$1].remaining }) else { return false }
        let expected = near.reduce(0) { $0 + Self.expectedUnits(self.credits[$1]) }
        let count = near.reduce(0) { $0 + Int64(self.credits[$1].sum.count) }
        let tolerance = min(count * Self.creditTolerance, Self.mostCreditTolerance)
        return SaleSum.magnitude(units - expected) <= tolerance
    }

    /// Returns the expected thousandths of a unit of a credit: the rest of its amount.
    private static func expectedUnits(_ credit: Part) -> Int64 {
        guard let price = credit.group.unitPriceMilliunits, price > 0 else { return 0 }
        let units = Int128(SaleSum.magnitude(credit.sum.priceMilliunits)) * 1000 / Int128(price)
        return min(Int64(clamping: units), credit.remaining)
    }

    /// Takes all units of a row from credits: from each its expected amount, the rest from any credit that has more.
    private mutating func take(_ position: Int, from near: [Int]) {
        var rest = self.theirs[position].remaining
        var taken = near.map { credit in
            let units = min(rest, Self.expectedUnits(self.credits[credit]))
            rest -= units
            return units
        }
        for (place, credit) in near.enumerated() where rest > 0 {
            let more = min(rest, self.credits[credit].remaining - taken[place])
            taken[place] += more
            rest -= more
        }
        for (credit, units) in zip(near, taken) {
            let part = self.credits[credit]
            // A credit that is used up explains nothing else, even if it was less than expected.
            self.credits[credit].remaining = 0
            guard units > 0 else { continue }
            self.take(position, units, for: part, .explained(.upgradeCredit), [.upgradeCredit], .none)
        }
    }

    // MARK: Withdrawn sales

    /// Explains a sale and a refund of one transaction where the report has neither.
    ///
    /// A sale before its refund was removed from the report; a sale after it is the reversal of the refund. On one day
    /// it is the latter when the ledger has the transaction's sale twice. Sales and refunds of different transactions
    /// are two differences.
    mutating func explainWithdrawn() {
        guard self.ours.contains(where: { $0.group.direction == .refund }) else { return }
        self.stepCount += self.ours.count
        var sales: [SaleGroup: [Int]] = [:]
        for (position, part) in self.ours.enumerated()
        where part.group.direction == .sale && part.group.unitPriceMilliunits != nil {
            sales[part.group.relaxed([.day, .period]), default: []].append(position)
        }
        for refund in self.ours.indices where self.ours[refund].group.direction == .refund {
            var key = self.ours[refund].group.relaxed([.day, .period])
            key.direction = .sale
            for sale in sales[key] ?? [] where self.ours[refund].remaining > 0 && self.ours[sale].remaining > 0 {
                self.stepCount += 1
                self.withdraw(sale, refund)
            }
        }
        self.dropExplained()
    }

    private mutating func withdraw(_ sale: Int, _ refund: Int) {
        let later = self.ours[refund].group.day - self.ours[sale].group.day
        guard SaleSum.magnitude(later) <= Reconciliation.reach else { return }
        let sold = self.ours[sale].sum.keptUnits
        let common = self.ours[refund].sum.keptUnits.filter { sold[$0.key] != nil }
        let units = min(
            self.ours[sale].remaining,
            self.ours[refund].remaining,
            common.reduce(0) { $0 + min($1.value, sold[$1.key] ?? 0) }
        )
        guard units > 0 else { return }
        let isTwice = later == 0 && !self.ours[sale].sum.repeatedTransactions.isDisjoint(with: common.keys)
        let isReversal = later < 0 || isTwice
        let cause: SaleDifference.Cause = isReversal ? .reversedRefund : .removedSale
        for one in [sale, refund] {
            self.ours[one].remaining -= units
            self.leave(
                self.ours[one],
                units,
                [cause],
                .none,
                as: .explained(isReversal ? .reversedRefund : .removedSale)
            )
        }
    }

    // MARK: Early renewals

    /// Explains renewals on a day with a report whose previous day has none: the App Store may have charged them then.
    ///
    /// Renewals that the next day's report explains are paired by then; the remaining ones are no differences, because
    /// their own day has no report. Where the day represents several, only renewals of the first of them can be early.
    mutating func explainEarlyRenewals() {
        self.stepCount += self.ours.count
        self.ours.removeAll(where: \.isUnreported)
        for position in self.ours.indices {
            let part = self.ours[position]
            let before = part.group.day + -1
            // Days before that week have a report, or have none and no difference to this day.
            guard part.group.period == .renewal, part.group.direction == .sale,
                self.day - before <= Reconciliation.reach, !self.reported.contains(before),
                !part.sum.hasRepeatedTransaction
            else { continue }
            let units = self.early.map { min(part.remaining, $0.units[part.group] ?? 0) } ?? part.remaining
            guard units > 0 else { continue }
            self.leave(
                part,
                units,
                [.shiftedDay, .missingInReport],
                .fetchReport(self.early?.before ?? before),
                as: .explained(.adjacentDay)
            )
            self.ours[position].remaining -= units
        }
        self.dropExplained()
    }

    // MARK: Rows

    /// Returns the positions of the report's excess, by everything that seats have in common with it; at most
    /// `mostTiers` of each.
    private mutating func reportedRows() -> [SaleGroup: [Int]] {
        self.stepCount += self.theirs.count
        var index: [SaleGroup: [Int]] = [:]
        for (position, part) in self.theirs.enumerated() {
            let key = Self.rowKey(part.group)
            if index[key, default: []].count < Self.mostTiers { index[key, default: []].append(position) }
        }
        return index
    }

    private static func rowKey(_ group: SaleGroup) -> SaleGroup {
        var key = group.relaxed(.period)
        key.unitPriceMilliunits = nil
        return key
    }

    /// Returns the positions of the report's excess of the same product, storefront, currency and direction at a
    /// distance in days.
    private func near(_ group: SaleGroup, _ distance: Int64, in index: [SaleGroup: [Int]]) -> [Int] {
        let offsets: [Int64] = distance == 0 ? [0] : [-distance, distance]
        return offsets.flatMap { offset in
            var key = Self.rowKey(group)
            key.day = key.day + offset
            return (index[key] ?? []).filter { self.theirs[$0].remaining > 0 }
        }
    }

    private mutating func take(
        _ position: Int,
        _ units: Int64,
        for our: Part,
        _ outcome: SaleDifference.Outcome,
        _ causes: [SaleDifference.Cause],
        _ step: SaleDifference.Step
    ) {
        let their = self.theirs[position]
        self.theirs[position].remaining -= units
        self.state(our, their, units, outcome, causes, step)
    }
}
