extension ReconciliationMatcher {
    /// The positions of parts that may be paired, by day and in ascending order.
    private struct Bucket {
        var ours: [PacificDay: [Int]] = [:]
        var theirs: [PacificDay: [Int]] = [:]
    }

    /// The minimum difference between two unequal unit prices: a report states two decimals.
    private static let priceStep: Int64 = 10

    /// Pairs parts that agree without the relaxed values and are at most so many days apart.
    ///
    /// - Parameters:
    ///   - relaxation: The values that are not compared. With the storefront, only groups whose storefront the ledger
    ///     does not know are paired.
    ///   - reach: The maximum distance in days between both sides.
    ///   - direction: The direction of the groups: only sales or only refunds.
    ///   - isPriceKnown: Whether to pair only groups whose price the ledger knows, or only the others.
    ///   - outcome: The outcome of a pair.
    mutating func pair(
        _ relaxation: SaleGroup.Relaxation,
        within reach: Int64 = 0,
        of direction: SaleGroup.Direction? = nil,
        ofKnownPrice isPriceKnown: Bool = true,
        as outcome: SaleDifference.Outcome
    ) {
        let key = reach > 0 ? relaxation.union(.day) : relaxation
        let products = self.products
        let (buckets, order) = self.buckets { part, isOurs in
            let group = part.group
            if let direction, group.direction != direction { return nil }
            if isOurs {
                // Only a renewal can have been charged before its day.
                if part.isUnreported, relaxation.contains(.period) { return nil }
                let isStorefrontKnown = group.storefront != nil
                guard isStorefrontKnown != relaxation.contains(.storefront) else { return nil }
                guard (group.unitPriceMilliunits != nil) == isPriceKnown else { return nil }
            } else if relaxation.contains(.product), products.contains(group.product) {
                return nil
            }
            return group.relaxed(key)
        }
        for name in order {
            guard let bucket = buckets[name] else { continue }
            for distance in 0...reach {
                self.forEachDay(of: bucket, distance) { $0.pairEqual($1, $2, as: outcome) }
            }
            for distance in 0...reach {
                self.forEachDay(of: bucket, distance) { $0.pairAny($1, $2, as: outcome) }
            }
        }
        self.dropExplained()
    }

    /// Pairs parts that agree except for a difference in price that comes from rounding.
    mutating func pairRounded(within reach: Int64, as outcome: SaleDifference.Outcome) {
        let (buckets, order) = self.buckets { part, isOurs in
            let group = part.group
            if isOurs, group.storefront == nil || group.unitPriceMilliunits == nil { return nil }
            var key = group.relaxed(reach > 0 ? .day : [])
            key.unitPriceMilliunits = nil
            return key
        }
        for name in order {
            guard let bucket = buckets[name] else { continue }
            for distance in 0...reach {
                self.forEachDay(of: bucket, distance) { $0.pairRounded($1, $2, as: outcome) }
            }
        }
        self.dropExplained()
    }

    /// Puts both sides into buckets by a key; `nil` leaves a group out.
    ///
    /// - Returns: The buckets that have something of both sides, and their keys in order.
    private mutating func buckets(
        by key: (Part, _ isOurs: Bool) -> SaleGroup?
    ) -> (buckets: [SaleGroup: Bucket], order: [SaleGroup]) {
        guard !self.ours.isEmpty, !self.theirs.isEmpty else { return ([:], []) }
        self.stepCount += self.ours.count + self.theirs.count
        var buckets: [SaleGroup: Bucket] = [:]
        var order: [SaleGroup] = []
        for (position, part) in self.ours.enumerated() {
            guard let name = key(part, true) else { continue }
            if buckets[name] == nil { order.append(name) }
            buckets[name, default: Bucket()].ours[part.group.day, default: []].append(position)
        }
        for (position, part) in self.theirs.enumerated() {
            guard let name = key(part, false) else { continue }
            buckets[name]?.theirs[part.group.day, default: []].append(position)
        }
        return (buckets, order.filter { buckets[$0]?.theirs.isEmpty == false })
    }

    /// Calls the closure with the positions of each two days at a distance.
    private mutating func forEachDay(
        of bucket: Bucket,
        _ distance: Int64,
        _ body: (inout Self, _ ours: [Int], _ theirs: [Int]) -> Void
    ) {
        for (day, ours) in bucket.ours.sorted(by: { $0.key < $1.key }) {
            for offset in distance == 0 ? [0] : [-distance, distance] {
                guard let theirs = bucket.theirs[day + offset] else { continue }
                // A part on a day without a report can only have been charged on the day before.
                let usable = offset == -1 ? ours : ours.filter { !self.ours[$0].isUnreported }
                self.stepCount += ours.count + theirs.count
                if !usable.isEmpty { body(&self, usable, theirs) }
            }
        }
    }

    /// Pairs parts of equal numbers of units.
    private mutating func pairEqual(_ ours: [Int], _ theirs: [Int], as outcome: SaleDifference.Outcome) {
        var open: [Int64: [Int]] = [:]
        for their in theirs.reversed() where self.theirs[their].remaining > 0 {
            open[self.theirs[their].remaining, default: []].append(their)
        }
        for our in ours where self.ours[our].remaining > 0 {
            self.stepCount += 1
            if let their = open[self.ours[our].remaining]?.popLast() { self.match(our, their, as: outcome) }
        }
    }

    /// Pairs as many units as both have.
    private mutating func pairAny(_ ours: [Int], _ theirs: [Int], as outcome: SaleDifference.Outcome) {
        var (one, other) = (0, 0)
        while one < ours.count, other < theirs.count {
            self.stepCount += 1
            if self.ours[ours[one]].remaining == 0 {
                one += 1
            } else if self.theirs[theirs[other]].remaining == 0 {
                other += 1
            } else {
                self.match(ours[one], theirs[other], as: outcome)
            }
        }
    }

    /// Pairs as many units as both have where prices, which ascend, are equal except for rounding.
    private mutating func pairRounded(_ ours: [Int], _ theirs: [Int], as outcome: SaleDifference.Outcome) {
        var (one, other) = (0, 0)
        while one < ours.count, other < theirs.count {
            self.stepCount += 1
            let (our, their) = (self.ours[ours[one]], self.theirs[theirs[other]])
            let more = (our.group.unitPriceMilliunits ?? 0) - (their.group.unitPriceMilliunits ?? 0)
            if our.remaining == 0 || more <= -Self.priceStep {
                one += 1
            } else if their.remaining == 0 || more >= Self.priceStep {
                other += 1
            } else {
                self.match(ours[one], theirs[other], as: outcome)
            }
        }
    }

    /// Adds a pair of as many units as both have to the differences.
    private mutating func match(_ one: Int, _ other: Int, as outcome: SaleDifference.Outcome) {
        let (our, their) = (self.ours[one], self.theirs[other])
        let units = min(our.remaining, their.remaining)
        self.ours[one].remaining -= units
        self.theirs[other].remaining -= units
        var causes = Self.causes(our, their)
        let step = Self.step(for: causes, our, their)
        // Two prices of a day may also be two purchases: one that failed and one that the ledger lacks.
        if outcome == .unexplained, causes.contains(.wrongPrice) || causes.contains(.wrongCurrency) {
            causes.append(.missingInLedger)
        }
        self.state(our, their, units, outcome, causes, step)
    }

    /// Returns the reasons why the parts of a pair are not in one group.
    private static func causes(_ one: Part, _ other: Part) -> [SaleDifference.Cause] {
        let (our, their) = (one.group, other.group)
        guard our.product == their.product else { return [.unknownProduct] }
        var causes: [SaleDifference.Cause] = []
        switch (our.direction, SaleSum.magnitude(our.day - their.day)) {
        case (_, 0): break
        case (.sale, 1): causes += one.isUnreported ? [.shiftedDay, .missingInLedger] : [.shiftedDay]
        case (.refund, 1): causes += [.refundOnAnotherDay, .shiftedDay]
        // A sale that is so late may also be two: one that failed and one that the ledger lacks.
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

    private static func step(
        for causes: [SaleDifference.Cause],
        _ our: Part,
        _ their: Part
    ) -> SaleDifference.Step {
        if causes.contains(.unknownProduct) { return .addProduct(their.group.product) }
        // The report of the renewal's own day determines whether the purchase is another one.
        if our.isUnreported { return .fetchReport(our.group.day) }
        if causes.contains(.missingInLedger) { return .fetchHistory(their.group.day) }
        return causes.contains(.wrongPrice) || causes.contains(.wrongCurrency) ? .checkPrice : .none
    }
}
