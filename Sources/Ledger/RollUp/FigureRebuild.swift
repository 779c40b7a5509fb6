/// The progress of a rebuild of an app's figures in one environment.
///
/// A rebuild first counts all chains of the ledger anew, beside the figures that are stored; what units of work change
/// meanwhile is added to both. Then it compares both day by day, and corrects what is stored. Of two rebuilds at once,
/// one fails, and the other one goes on.
package struct FigureRebuild: Hashable, Sendable {
    /// What a rebuild does next.
    package enum Phase: Hashable, Sendable {
        /// Removes what an earlier rebuild may have left, and begins.
        case beginning
        /// Counts the chains after a number, and before them the refund cases, whose places are below zero.
        case counting(after: Int64)
        /// Compares from a bucket on.
        case comparing(from: FigureBucket)
        /// Compares the sums of months with those of their days, from a month on.
        case comparingMonths(from: Int64)
        /// Removes what was counted.
        case removing
        /// Ends early, while the chains up to a number are counted.
        case abandoning(countedUntil: Int64)
        /// Has ended.
        case ended
    }

    /// A figure that is not what the ledger contains.
    package struct Difference: Hashable, Sendable {
        /// The beginning of the bucket, day or month; `nil` for a cohort and for the total of all days.
        package let at: Instant?
        /// The product, storefront and currency, or the cell of the cohort.
        package let place: String
        /// The figure's name, `cohort` or `cohortAmount` for one; for sums with what they add up, such as `of the day`.
        package let figure: String
        /// The value that was stored.
        package let stored: Int64
        /// The value that the ledger contains.
        package let counted: Int64
    }

    /// The number of chains that one unit of work counts.
    package static let chainsPerUnit = 100
    /// The number of originals that one unit of work looks through for these chains, for each of them.
    private static let originalsPerChain = 10
    /// The maximum number of differences that are listed.
    package static let maximumListed = 100

    /// The app.
    package let app: AppName
    /// The environment.
    package let environment: StoreEnvironment
    /// The number of chains that one unit of work counts; fewer for tests.
    let chainsPerUnit: Int
    /// What it does next.
    package internal(set) var phase = Phase.beginning
    /// The number of chains that were counted.
    package internal(set) var chainCount = 0
    /// The number of differences that were found and corrected.
    package internal(set) var differenceCount = 0
    /// The first differences.
    package internal(set) var differences: [Difference] = []

    /// Creates a rebuild that begins.
    package init(app: AppName, environment: StoreEnvironment, chainsPerUnit: Int = Self.chainsPerUnit) {
        self.app = app
        self.environment = environment
        self.chainsPerUnit = chainsPerUnit
    }

    /// Ends a rebuild without a difference, for a store that derives figures anew each time.
    package var endedAtOnce: Self {
        var ended = self
        ended.phase = .ended
        return ended
    }

    /// Ends a rebuild early at the next continuation, so that units of work no longer add to what it counted.
    package mutating func abandon() {
        switch self.phase {
        case .counting(let last): self.phase = .abandoning(countedUntil: last)
        case .comparing, .comparingMonths: self.phase = .abandoning(countedUntil: .max)
        case .beginning, .removing, .abandoning, .ended: self.phase = .ended
        }
    }

    /// The number of originals that one unit of work looks through.
    var originalsPerUnit: Int { self.chainsPerUnit * Self.originalsPerChain }

    mutating func add(_ difference: Difference) {
        self.differenceCount += 1
        if self.differences.count < Self.maximumListed { self.differences.append(difference) }
    }
}

extension FigureStorage {
    /// Continues to rebuild the figures of an app and environment, and returns the progress.
    ///
    /// Throws `RepositoryError.leaseLost` where another rebuild has begun meanwhile.
    package func continueRebuild(
        _ rebuild: FigureRebuild,
        at now: Instant,
        timeZone: String
    ) throws -> FigureRebuild {
        guard let scope = try self.knownScope(ScopeName(app: rebuild.app, environment: rebuild.environment)) else {
            return rebuild.endedAtOnce
        }
        var rebuild = rebuild
        var fold = try self.currentFold(scope: scope, at: now, timeZone: timeZone)
        switch rebuild.phase {
        case .beginning:
            let isRemoved = try self.removeRebuilt(scope: scope)
            let begun: Int64? = isRemoved ? .min : nil
            if fold.rebuiltUntil != begun {
                fold.rebuiltUntil = begun
                try self.save(fold, scope: scope)
            }
            if isRemoved { rebuild.phase = .counting(after: .min) }
        case .counting(let last):
            guard fold.rebuiltUntil == last else { throw RepositoryError.leaseLost }
            let place = try self.countRefunds(after: last, limit: rebuild.chainsPerUnit, scope: scope)
            let isAtChains = place >= FigureFold.refundsCounted
            let counted = isAtChains ? try self.count(&rebuild, after: place, scope: scope) : place
            fold.rebuiltUntil = counted ?? .max
            try self.save(fold, scope: scope)
            rebuild.phase = counted.map { .counting(after: $0) } ?? .comparing(from: FigureBucket(number: .min))
        case .comparing(let bucket):
            guard fold.rebuiltUntil == .max else { throw RepositoryError.leaseLost }
            // Days of a former time zone are no differences; the unit has removed some of them.
            guard !fold.isRemovingDays else { break }
            if let next = try self.compare(&rebuild, from: bucket, fold, scope: scope) {
                rebuild.phase = .comparing(from: next)
            } else {
                rebuild.phase = .comparingMonths(from: .min)
            }
        case .comparingMonths(let month):
            guard fold.rebuiltUntil == .max else { throw RepositoryError.leaseLost }
            guard !fold.isRemovingDays else { break }
            if let next = try self.compareMonth(&rebuild, from: month, fold, scope: scope) {
                rebuild.phase = .comparingMonths(from: next)
            } else {
                try self.compareSums(&rebuild, scope: scope)
                fold.rebuiltUntil = nil
                try self.save(fold, scope: scope)
                try self.sumUp(&fold, scope: scope, at: now)
                rebuild.phase = .removing
            }
        case .removing:
            // A rebuild that has begun meanwhile has removed it.
            let isOver = try fold.rebuiltUntil != nil || self.removeRebuilt(scope: scope)
            if isOver { rebuild.phase = .ended }
        case .abandoning(let counted):
            if fold.rebuiltUntil == counted {
                fold.rebuiltUntil = nil
                try self.save(fold, scope: scope)
            }
            rebuild.phase = .ended
        case .ended: break
        }
        return rebuild
    }

    /// Counts the next refund cases, unless all of them are counted, and returns the place until which it has counted.
    private func countRefunds(after place: Int64, limit: Int, scope: Scope) throws -> Int64 {
        guard place < FigureFold.refundsCounted else { return place }
        let cases = try self.refundCases(after: place - FigureFold.place(ofRefund: 0), limit: limit, scope: scope)
        var rows = FigureRows()
        for record in cases.compactMap(\.record) { rows.add(FigureRows(record)) }
        try self.add(rows, toRebuilt: true, scope: scope)
        guard let last = cases.last, cases.count == limit else { return FigureFold.refundsCounted }
        return FigureFold.place(ofRefund: last.number)
    }

    /// Counts the next chains, and returns the number of the last original that it looked at; `nil` after the last one.
    private func count(_ rebuild: inout FigureRebuild, after last: Int64, scope: Scope) throws -> Int64? {
        let originals = try self.originals(after: last, limit: rebuild.originalsPerUnit, scope: scope)
        var (rows, chainCount) = (FigureRows(), 0)
        var counted: Int64?
        for original in originals where chainCount < rebuild.chainsPerUnit {
            counted = original.number
            guard original.isChain else { continue }
            let chain = try self.chain(of: try self.original(original.number), scope: scope)
            rows.add(FigureChange.figures(of: chain.value, in: scope.environment))
            chainCount += 1
        }
        try self.add(rows, toRebuilt: true, scope: scope)
        rebuild.chainCount += chainCount
        return counted == originals.last?.number && originals.count < rebuild.originalsPerUnit ? nil : counted
    }

    /// Removes a limited part of what a rebuild has counted, and returns whether nothing is left.
    private func removeRebuilt(scope: Scope) throws -> Bool {
        for _ in 0..<Self.removedDays {
            guard let first = try self.firstBucket(from: FigureBucket(number: .min), rebuilt: true, scope: scope) else {
                try self.removeRebuiltCohorts(scope: scope)
                return true
            }
            try self.removeRebuilt(first..<FigureBucket(number: first.number + 96), scope: scope)
        }
        return false
    }

    /// Compares the next day that has a row with what was counted, corrects it, and returns where the following day
    /// begins; `nil` where there is none.
    private func compare(
        _ rebuild: inout FigureRebuild,
        from bucket: FigureBucket,
        _ fold: FigureFold,
        scope: Scope
    ) throws -> FigureBucket? {
        let days = FigureCalendar(timeZone: fold.timeZone)
        let firstDay = bucket.number == .min ? CivilDay(number: .min + 1) : days.day(of: bucket)
        let firsts = [
            try self.firstBucket(from: bucket, rebuilt: false, scope: scope),
            try self.firstBucket(from: bucket, rebuilt: true, scope: scope),
            try self.firstDay(from: firstDay, scope: scope).map(days.begin(of:)),
            try self.firstSum(of: .quarter, from: bucket.number, scope: scope).map(FigureBucket.init(number:)),
            try self.firstSum(of: .day, from: firstDay.number, scope: scope).map { number in
                days.begin(of: CivilDay(number: number))
            },
        ]
        guard let first = firsts.compactMap(\.self).min() else { return nil }
        let day = days.day(of: first)
        let buckets = days.begin(of: day)..<days.begin(of: day + 1)
        let stored = try self.rows(of: buckets, rebuilt: false, scope: scope)
        let counted = try self.rows(of: buckets, rebuilt: true, scope: scope)
        var correction = counted
        correction.add(stored, times: -1)
        for (key, values) in correction.rows {
            let old = stored.rows[key] ?? FigureValues()
            rebuild.add(values, to: old, at: key.bucket.begin, key.group, "")
        }
        try self.add(correction, toRebuilt: false, scope: scope)
        // The sum of the day follows from the rows as they are now.
        var sums: [FigureGroup: FigureValues] = [:]
        for (key, values) in counted.rows where key.bucket < fold.until {
            sums[key.group, default: FigureValues()].add(values)
        }
        let known = try self.day(day, scope: scope)
        for group in Set(sums.keys).union(known.keys) {
            var difference = sums[group] ?? FigureValues()
            let old = known[group] ?? FigureValues()
            difference.add(old, times: -1)
            guard !difference.isZero else { continue }
            // Where a row differs, so does the day, which is no difference of its own.
            if correction.rows.isEmpty {
                rebuild.add(difference, to: old, at: buckets.lowerBound.begin, group, " of the day")
            } else {
                try self.add(difference, of: group, toMonthOf: day, scope: scope)
            }
            try self.add(difference, of: group, to: day, scope: scope)
            try self.add(difference, of: group, to: nil, scope: scope)
        }
        let expected = FigureSumKey.sums(of: counted, before: fold.until, in: day)
        let isReported = correction.rows.isEmpty
        try self.compareSums(&rebuild, of: day, buckets, with: expected, isReported: isReported, scope: scope)
        return buckets.upperBound
    }

    /// Compares the cells of the cohorts with what was counted, and the total with the days.
    private func compareSums(_ rebuild: inout FigureRebuild, scope: Scope) throws {
        let all = CohortQuery(app: scope.name.app, environment: scope.environment, months: Int64.min..<Int64.max)
        let stored = try self.cohorts(all, rebuilt: false, scope: scope)
        let counted = try self.cohorts(all, rebuilt: true, scope: scope)
        var correction = FigureRows()
        for cell in Set(stored.keys).union(counted.keys).sorted() {
            let (old, new) = (stored[cell] ?? CohortSum(), counted[cell] ?? CohortSum())
            let month = "\(cell.product) \(CivilDay(firstOf: cell.month).text.prefix(7))"
            let place = [month, "period \(cell.period)", cell.currency].compactMap(\.self).joined(separator: ", ")
            for (figure, old, new) in [
                ("cohort", old.subscriptions, new.subscriptions),
                ("cohortAmount", old.amountMilliunits, new.amountMilliunits),
            ] where old != new {
                rebuild.add(.init(at: nil, place: place, figure: figure, stored: old, counted: new))
            }
            correction.add(new, to: cell)
            correction.add(old, times: -1, to: cell)
        }
        try self.add(correction, toRebuilt: false, scope: scope)
        let (total, days) = (try self.total(scope: scope), try self.sumOfDays(scope: scope))
        for group in Set(total.keys).union(days.keys) {
            var difference = days[group] ?? FigureValues()
            let old = total[group] ?? FigureValues()
            difference.add(old, times: -1)
            guard !difference.isZero else { continue }
            rebuild.add(difference, to: old, at: nil, group, " of all days")
            try self.add(difference, of: group, to: nil, scope: scope)
        }
    }

    private func day(_ day: CivilDay, scope: Scope) throws -> [FigureGroup: FigureValues] {
        Self.groups(try self.sums(.everything(of: scope), of: day..<(day + 1), by: .everything, scope: scope))
    }

    private func sumOfDays(scope: Scope) throws -> [FigureGroup: FigureValues] {
        let days = CivilDay(number: .min + 1)..<CivilDay(number: .max)
        return Self.groups(try self.sums(.everything(of: scope), of: days, by: .everything, scope: scope))
    }

    private func total(scope: Scope) throws -> [FigureGroup: FigureValues] {
        Self.groups(try self.totals(.everything(of: scope), by: .everything, scope: scope))
    }

    private static func groups(_ sums: FigureSums) -> [FigureGroup: FigureValues] {
        var groups: [FigureGroup: FigureValues] = [:]
        for sum in sums {
            guard let product = sum.cell.product else { continue }
            let cell = sum.cell
            groups[FigureGroup(product: product, storefront: cell.storefront, currency: cell.currency)] = sum.values
        }
        return groups
    }
}

extension FigureRebuild {
    /// Adds the differences of the values at one place to those that are stored.
    mutating func add(
        _ difference: FigureValues,
        to stored: FigureValues,
        at instant: Instant?,
        _ group: FigureGroup,
        _ sum: String
    ) {
        self.add(difference, to: stored, at: instant, FigureCell(group), sum)
    }

    /// Adds the differences of the values of a cell to those that are stored.
    mutating func add(
        _ difference: FigureValues,
        to stored: FigureValues,
        at instant: Instant?,
        _ cell: FigureCell,
        _ sum: String
    ) {
        let parts = [cell.product?.rawValue, cell.storefront, cell.currency].compactMap(\.self)
        for figure in Figure.allCases where difference[figure] != 0 {
            let old = stored[figure]
            let place = parts.joined(separator: " ")
            self.add(
                .init(
                    at: instant,
                    place: place,
                    figure: figure.name + sum,
                    stored: old,
                    counted: old + difference[figure]
                )
            )
        }
    }
}

extension FigureQuery {
    /// Returns a query for everything of an app and environment, with every group apart or only what is named.
    static func everything(of scope: Scope, by splits: Set<Split> = Set(Split.allCases)) -> Self {
        var query = Self(app: scope.name.app, environment: scope.environment, instants: [])
        query.splits = splits
        return query
    }
}
