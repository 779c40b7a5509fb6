/// The steps by which groups that do not agree exactly are brought together, each comparing less than the one before.
///
/// Every step pairs what one side has too much with what the other has too much, equal numbers of units first, then as
/// many units as both have. Groups are taken in their order, so the result depends on the sums alone.
struct ReconciliationLadder {
    /// The units that one side has more than the other.
    struct Excess {
        /// The group.
        let group: SaleGroup
        /// All that the side has of the group.
        let sum: SaleSum
        /// The units that no step has explained yet, in thousandths and never negative.
        var remaining: Int64
    }

    /// The positions of what may be paired.
    private struct Bucket {
        var ours: [Int] = []
        var theirs: [Int] = []
    }

    /// How many days apart a sale may be in both sides at most.
    static let reach: Int64 = 7
    /// By how much the total of seats may differ for each seat, because the ledger knows their average price only.
    private static let seatTolerance: Int64 = 10

    /// What the ledger has more, by group.
    private var ours: [Excess]
    /// What the report has more, by group.
    private var theirs: [Excess]
    private let ledger: SalesTally
    private let report: SalesTally
    private let products: Set<ProductID>
    /// What was found.
    private(set) var differences: [SaleDifference] = []

    /// A ladder below what both sides have too much, each by ascending group.
    init(ours: [Excess], theirs: [Excess], ledger: SalesTally, report: SalesTally, products: Set<ProductID>) {
        self.ours = ours
        self.theirs = theirs
        self.ledger = ledger
        self.report = report
        self.products = products
    }

    /// Takes every step and explains what it can; what remains is unexplained.
    mutating func climb(within days: Set<PacificDay>) {
        let seats = self.explainSeats(Self.sorted(self.ledger.seats, within: days))
        self.explainCredits(Self.sorted(self.ledger.credits, within: days))
        for (rung, reach) in [(SaleDifference.Rung.withoutPrice, Int64(0)), (.adjacentDay, 1), (.week, Self.reach)] {
            if reach > 0 {
                self.pair([], within: reach, as: .explained(rung))
                self.pair([.storefront], within: reach, as: .explained(rung))
            } else {
                self.pair([.storefront], as: .explained(.withoutStorefront))
            }
            self.pair([.price], within: reach, as: .explained(rung))
            self.pair([.price, .storefront], within: reach, as: .explained(rung))
            let loosest = reach > 0 ? rung : .withoutRenewal
            self.pair([.period], within: reach, as: .explained(loosest))
            self.pair([.period, .storefront], within: reach, as: .explained(loosest))
            self.pair([.price, .period], within: reach, as: .explained(loosest))
            self.pair([.price, .period, .storefront], within: reach, as: .explained(loosest))
        }
        self.pair([.product], as: .unexplained)
        self.explainRemovedSales()
        self.leaveSeats(seats)
        self.leaveRest()
    }

    // MARK: Pairs

    /// Pairs what agrees without the relaxed values and lies at most so many days apart.
    private mutating func pair(
        _ relaxation: SaleGroup.Relaxation,
        within reach: Int64 = 0,
        as outcome: SaleDifference.Outcome
    ) {
        guard !self.ours.isEmpty, !self.theirs.isEmpty else { return }
        let key = reach > 0 ? relaxation.union(.day) : relaxation
        var buckets: [SaleGroup: Bucket] = [:]
        var order: [SaleGroup] = []
        for (position, excess) in self.ours.enumerated()
        where relaxation.contains(.storefront) == (excess.group.storefront == nil) {
            let name = excess.group.relaxed(key)
            if buckets[name] == nil { order.append(name) }
            buckets[name, default: Bucket()].ours.append(position)
        }
        for (position, excess) in self.theirs.enumerated()
        where !relaxation.contains(.product) || !self.products.contains(excess.group.product) {
            buckets[excess.group.relaxed(key)]?.theirs.append(position)
        }
        for name in order {
            guard let bucket = buckets[name], !bucket.theirs.isEmpty else { continue }
            for isEqual in [true, false] {
                for distance in 0...reach { self.pair(bucket, distance, isEqual: isEqual, as: outcome) }
            }
        }
        self.dropExplained()
    }

    private mutating func pair(
        _ bucket: Bucket,
        _ distance: Int64,
        isEqual: Bool,
        as outcome: SaleDifference.Outcome
    ) {
        for one in bucket.ours where self.ours[one].remaining > 0 {
            for other in bucket.theirs where self.theirs[other].remaining > 0 {
                guard self.ours[one].remaining > 0 else { break }
                guard abs(self.ours[one].group.day - self.theirs[other].group.day) == distance else { continue }
                let (our, their) = (self.ours[one], self.theirs[other])
                guard !isEqual || our.remaining == their.remaining else { continue }
                let units = min(our.remaining, their.remaining)
                self.ours[one].remaining -= units
                self.theirs[other].remaining -= units
                let causes = Self.causes(our.group, their.group)
                self.differences.append(
                    SaleDifference(
                        ours: our.group,
                        theirs: their.group,
                        unitsThousandths: units,
                        ourSum: our.sum,
                        theirSum: their.sum,
                        outcome: outcome,
                        causes: causes,
                        step: Self.step(for: causes, their.group)
                    )
                )
            }
        }
    }

    private mutating func dropExplained() {
        self.ours.removeAll { $0.remaining == 0 }
        self.theirs.removeAll { $0.remaining == 0 }
    }

    /// Why a pair is not in one group.
    private static func causes(_ our: SaleGroup, _ their: SaleGroup) -> [SaleDifference.Cause] {
        guard our.product == their.product else { return [.unknownProduct] }
        var causes: [SaleDifference.Cause] = []
        let distance = abs(our.day - their.day)
        switch (our.direction, distance) {
        case (_, 0): break
        case (.sale, 1): causes.append(.shiftedDay)
        case (.refund, 1): causes += [.refundOnAnotherDay, .shiftedDay]
        // A sale that comes so late may as well be two: one that failed and one that the ledger lacks.
        case (.sale, _): causes += [.lateSale, .missingInLedger]
        case (.refund, _): causes.append(.refundOnAnotherDay)
        }
        if our.storefront == nil { causes.append(.missingStorefront) }
        if our.unitPriceMilliunits == nil {
            causes.append(.priceUnknown)
        } else if our.currency != their.currency {
            causes.append(.wrongCurrency)
        } else if our.unitPriceMilliunits != their.unitPriceMilliunits {
            causes.append(.wrongPrice)
        }
        if our.period != their.period { causes.append(.newOrRenewal) }
        return causes
    }

    private static func step(for causes: [SaleDifference.Cause], _ their: SaleGroup) -> SaleDifference.Step {
        if causes.contains(.unknownProduct) { return .addProduct(their.product) }
        if causes.contains(.missingInLedger) { return .fetchHistory(their.day) }
        return causes.contains(.wrongPrice) || causes.contains(.wrongCurrency) ? .checkPrice : .none
    }

    // MARK: Seats, credits and removed sales

    /// Explains purchases of several seats by their total, and returns those that it cannot.
    private mutating func explainSeats(_ seats: [Excess]) -> [Excess] {
        guard !seats.isEmpty else { return [] }
        let index = self.reported()
        var rest: [Excess] = []
        for seat in seats {
            let total = SaleSum.magnitude(seat.sum.priceMilliunits)
            let tolerance = 1 + seat.remaining / 1000 * Self.seatTolerance
            var found: [Int]?
            for distance in 0...1 as ClosedRange<Int64> where found == nil {
                let near = self.near(seat.group, distance, in: index)
                found = ([near] + near.map { [$0] }).first { positions in
                    guard !positions.isEmpty else { return false }
                    let sum = positions.reduce(0 as Int64) { $0 &+ self.money(self.theirs[$1]) }
                    return SaleSum.magnitude(sum &- total) <= tolerance
                }
            }
            guard let found else {
                rest.append(seat)
                continue
            }
            for position in found {
                self.take(position, self.theirs[position].remaining, for: seat, .explained(.seats), [.seats], .none)
            }
        }
        self.dropExplained()
        return rest
    }

    /// Explains parts that Apple gave back by the purchases that they may be of.
    private mutating func explainCredits(_ credits: [Excess]) {
        guard !credits.isEmpty else { return }
        let index = self.reported()
        for credit in credits {
            guard let price = credit.group.unitPriceMilliunits else { continue }
            var units = credit.remaining
            var paid = SaleSum.magnitude(credit.sum.priceMilliunits)
            for distance in 0...1 as ClosedRange<Int64> {
                for position in self.near(credit.group, distance, in: index) {
                    let their = self.theirs[position]
                    let portion = their.remaining < units ? their.remaining : their.remaining % 1000
                    let money = SaleSum.amount(of: portion, at: their.group.unitPriceMilliunits ?? 0)
                    guard portion > 0, portion <= units, money > 0, money < paid else { continue }
                    let isFraction = their.group.unitPriceMilliunits == price && portion % 1000 != 0
                    // A whole unit at a lower price may be the credit, or a refund that the ledger lacks.
                    let isLower = (their.group.unitPriceMilliunits ?? 0) < price
                    guard isFraction || isLower else { continue }
                    units -= portion
                    paid -= money
                    self.take(
                        position,
                        portion,
                        for: credit,
                        .explained(.upgradeCredit),
                        isFraction ? [.upgradeCredit] : [.upgradeCredit, .missingInLedger],
                        isFraction ? .none : .fetchHistory(their.group.day)
                    )
                }
            }
        }
        self.dropExplained()
    }

    /// Explains sales and their refunds which the report has neither of.
    private mutating func explainRemovedSales() {
        var sales: [SaleGroup: [Int]] = [:]
        for (position, excess) in self.ours.enumerated()
        where excess.group.direction == .sale && excess.group.unitPriceMilliunits != nil {
            sales[excess.group.relaxed([.day, .period]), default: []].append(position)
        }
        for position in self.ours.indices where self.ours[position].group.direction == .refund {
            var key = self.ours[position].group.relaxed([.day, .period])
            key.direction = .sale
            for sale in sales[key] ?? [] {
                let units = min(self.ours[position].remaining, self.ours[sale].remaining)
                let distance = self.ours[position].group.day - self.ours[sale].group.day
                guard units > 0, (0...Self.reach).contains(distance) else { continue }
                for one in [sale, position] {
                    self.ours[one].remaining -= units
                    self.leave(self.ours[one], units, [.removedSale], .none, as: .explained(.removedSale))
                }
            }
        }
        self.dropExplained()
    }

    /// The positions of what the report has more, by all that seats and credits have in common with it.
    private func reported() -> [SaleGroup: [Int]] {
        Dictionary(grouping: self.theirs.indices) { self.theirs[$0].group.relaxed([.price, .day, .period]) }
    }

    /// What the report has more of the same product, storefront, currency and direction, so many days apart.
    private func near(_ group: SaleGroup, _ distance: Int64, in index: [SaleGroup: [Int]]) -> [Int] {
        (index[group.relaxed([.price, .day, .period])] ?? []).filter { position in
            let their = self.theirs[position]
            return their.remaining > 0 && their.group.currency == group.currency
                && abs(their.group.day - group.day) == distance
        }
    }

    private func money(_ excess: Excess) -> Int64 {
        SaleSum.amount(of: excess.remaining, at: excess.group.unitPriceMilliunits ?? 0)
    }

    private mutating func take(
        _ position: Int,
        _ units: Int64,
        for our: Excess,
        _ outcome: SaleDifference.Outcome,
        _ causes: [SaleDifference.Cause],
        _ step: SaleDifference.Step
    ) {
        let their = self.theirs[position]
        self.theirs[position].remaining -= units
        self.differences.append(
            SaleDifference(
                ours: our.group,
                theirs: their.group,
                unitsThousandths: units,
                ourSum: our.sum,
                theirSum: their.sum,
                outcome: outcome,
                causes: causes,
                step: step
            )
        )
    }

    // MARK: What no step explains

    private mutating func leaveSeats(_ seats: [Excess]) {
        let index = self.reported()
        for seat in seats {
            let near = (0...1 as ClosedRange<Int64>).flatMap { self.near(seat.group, $0, in: index) }
            for position in near {
                self.take(position, self.theirs[position].remaining, for: seat, .unexplained, [.seats], .checkSeats)
            }
            if near.isEmpty { self.leave(seat, seat.remaining, [.seats], .checkSeats, as: .unexplained) }
        }
        self.dropExplained()
    }

    private mutating func leaveRest() {
        for excess in self.ours where excess.group.unitPriceMilliunits != nil {
            if excess.sum.hasRepeatedTransaction {
                self.leave(excess, excess.remaining, [.doubledInLedger], .checkTransactions, as: .unexplained)
            } else {
                self.leave(
                    excess,
                    excess.remaining,
                    excess.sum.count > 1 ? [.missingInReport, .doubledInLedger] : [.missingInReport],
                    .fetchReport(excess.group.day),
                    as: .unexplained
                )
            }
        }
        for excess in self.theirs {
            let causes: [SaleDifference.Cause]
            var step = SaleDifference.Step.fetchHistory(excess.group.day)
            let rows = excess.group.direction == .refund ? -excess.remaining : excess.remaining
            if !self.products.contains(excess.group.product) {
                causes = [.unknownProduct]
                step = .addProduct(excess.group.product)
            } else if excess.group.direction == .refund, excess.remaining % 1000 != 0 {
                causes = [.upgradeCredit, .partialRefund]
            } else if excess.sum.rowCounts[rows, default: 0] > 1 {
                causes = [.missingInLedger, .doubledInReport]
            } else {
                causes = [.missingInLedger]
            }
            let ours = self.ledger.groups[excess.group]
            self.differences.append(
                SaleDifference(
                    ours: ours == nil ? nil : excess.group,
                    theirs: excess.group,
                    unitsThousandths: excess.remaining,
                    ourSum: ours ?? SaleSum(),
                    theirSum: excess.sum,
                    outcome: .unexplained,
                    causes: causes,
                    step: step
                )
            )
        }
    }

    private mutating func leave(
        _ our: Excess,
        _ units: Int64,
        _ causes: [SaleDifference.Cause],
        _ step: SaleDifference.Step,
        as outcome: SaleDifference.Outcome
    ) {
        let theirs = self.report.groups[our.group]
        self.differences.append(
            SaleDifference(
                ours: our.group,
                theirs: theirs == nil ? nil : our.group,
                unitsThousandths: units,
                ourSum: our.sum,
                theirSum: theirs ?? SaleSum(),
                outcome: outcome,
                causes: causes,
                step: step
            )
        )
    }

    /// Groups of these days by ascending group, with all of their units.
    static func sorted(_ sums: [SaleGroup: SaleSum], within days: Set<PacificDay>) -> [Excess] {
        sums.filter { days.contains($0.key.day) && $0.value.unitsThousandths != 0 }
            .map { Excess(group: $0.key, sum: $0.value, remaining: SaleSum.magnitude($0.value.unitsThousandths)) }
            .sorted { $0.group < $1.group }
    }
}
