/// Keeps figures and reads them.
extension FigureStorage {
    /// The maximum number of days with rows that one unit of work sums up.
    private static var maximumDays: Int { 7 }
    /// The number of days with rows that one unit of work removes.
    static var removedDays: Int { 7 }

    /// Adds the difference that a unit of work made to the figures of a chain.
    ///
    /// - Parameters:
    ///   - change: The difference.
    ///   - chain: The number of the chain.
    ///   - former: The chains from which it was made where they are several, with their numbers.
    ///   - scope: The app and environment.
    ///   - now: The time, which only decides when days are summed up.
    ///   - timeZone: The time zone of the app.
    /// - Throws: The error of the storage.
    func keep(
        _ change: FigureChange,
        of chain: (number: Int64, value: DerivedChain),
        from former: [(number: Int64, value: DerivedChain)],
        scope: Scope,
        at now: Instant,
        timeZone: String
    ) throws {
        let isSame = former.count == 1 && former[0].number == chain.number
        // Chains that join may lie on both sides of a rebuild's place, though together their figures stay the same.
        guard !change.rows.isEmpty || !isSame else { return }
        var fold = try self.currentFold(scope: scope, at: now, timeZone: timeZone)
        try self.add(change.rows, toRebuilt: false, scope: scope)
        try self.addLate(change.rows, fold, scope: scope)
        if let counted = fold.rebuiltUntil {
            let environment = scope.environment
            var rows = FigureRows()
            if isSame {
                if chain.number <= counted { rows = change.rows }
            } else {
                if chain.number <= counted { rows = FigureChange.figures(of: chain.value.chain, in: environment) }
                for part in former where part.number <= counted {
                    rows.add(FigureChange.figures(of: part.value.chain, in: environment), times: -1)
                }
            }
            if !rows.isEmpty { try self.add(rows, toRebuilt: true, scope: scope) }
        }
        try self.sumUp(&fold, scope: scope, at: now)
    }

    /// Returns how far the figures are summed up by day, beginning anew where the time zone of the app has changed.
    ///
    /// The days of the former time zone are removed a few at a time, the total with the first of them; meanwhile no
    /// bucket is in a day.
    func currentFold(scope: Scope, at now: Instant, timeZone: String) throws -> FigureFold {
        if var fold = try self.figureFold(of: scope) {
            guard fold.timeZone != timeZone || fold.isRemovingDays else { return fold }
            let first = FigureBucket(number: .min)
            fold.timeZone = timeZone
            fold.until = first
            if try self.removeDays(scope: scope) {
                fold.until = try self.firstBucket(from: first, rebuilt: false, scope: scope) ?? Self.hour(of: now)
            }
            try self.save(fold, scope: scope)
            return fold
        }
        // Nothing is stored yet, so everything before this hour is in its days.
        let fold = FigureFold(timeZone: timeZone, until: Self.hour(of: now))
        try self.save(fold, scope: scope)
        return fold
    }

    /// Removes some days, the total first, and returns whether none is left.
    private func removeDays(scope: Scope) throws -> Bool {
        for _ in 0..<Self.removedDays {
            guard let day = try self.firstDay(from: CivilDay(number: .min), scope: scope) else { return true }
            try self.removeDay(day, scope: scope)
        }
        return false
    }

    /// Adds the rows of buckets that are summed up already to their days and to the total.
    func addLate(_ rows: FigureRows, _ fold: FigureFold, scope: Scope) throws {
        var calendar: FigureCalendar?
        for (key, values) in rows.rows where key.bucket < fold.until {
            let days = calendar ?? FigureCalendar(timeZone: fold.timeZone)
            calendar = days
            try self.add(values, of: key.group, to: days.day(of: key.bucket), scope: scope)
            try self.add(values, of: key.group, to: nil, scope: scope)
        }
    }

    /// Sums up the buckets of past hours by day.
    func sumUp(_ fold: inout FigureFold, scope: Scope, at now: Instant) throws {
        let until = Self.hour(of: now)
        guard !fold.isRemovingDays, fold.until < until else { return }
        let days = FigureCalendar(timeZone: fold.timeZone)
        for _ in 0..<Self.maximumDays where fold.until < until {
            // Days without a row are passed over.
            guard let first = try self.firstBucket(from: fold.until, rebuilt: false, scope: scope), first < until else {
                fold.until = until
                break
            }
            let day = days.day(of: first)
            let end = min(until, days.begin(of: day + 1))
            try self.sumUp(first..<end, of: day, scope: scope)
            fold.until = end
        }
        try self.save(fold, scope: scope)
    }

    private static func hour(of instant: Instant) -> FigureBucket {
        let bucket = FigureBucket(instant).number
        return FigureBucket(number: bucket - ((bucket % 4) + 4) % 4)
    }
}

extension FigureStorage {
    /// Returns the figures of an app and environment in some spans of time.
    package func figures(_ query: FigureQuery) throws -> FigureAnswer {
        var flows = FigureFlows(query)
        guard let first = query.instants.first, let last = query.instants.last,
            let scope = try self.knownScope(ScopeName(app: query.app, environment: query.environment))
        else { return FigureAnswer(flows: flows.spans, base: [:], hasStocks: false) }
        let fold = try self.figureFold(of: scope)
        let stocks = query.hasStocks ? try self.base(query, before: first, fold, scope: scope) : [:]
        guard let base = stocks, !query.isTooLarge(with: base) else { return .tooLarge }
        var rest = first
        let days = FigureCalendar(timeZone: query.timeZone)
        if let fold, fold.timeZone == query.timeZone, fold.until > first,
            query.instants.dropLast().allSatisfy(days.beginsDay), days.beginsDay(last) || last >= fold.until
        {
            rest = min(fold.until, last)
            // The day in which the sums end contains no later bucket.
            let until = days.beginsDay(rest) ? days.day(of: rest) : days.day(of: rest) + 1
            let begins = query.instants.filter { $0 < rest }.map { days.day(of: $0).number }
            for run in FigureRun.runs(from: 0, begins + [until.number]) {
                let span = CivilDay(number: run.times.lowerBound)..<CivilDay(number: run.times.upperBound)
                let sums = try self.sums(query, of: span, by: .spans(of: run.length), scope: scope)
                guard flows.add(sums, of: run) else { return .tooLarge }
            }
        }
        if rest < last {
            let begins = [rest.number] + query.instants.filter { $0 > rest }.map(\.number)
            for run in FigureRun.runs(from: query.place(of: rest), begins) {
                let span = FigureBucket(number: run.times.lowerBound)..<FigureBucket(number: run.times.upperBound)
                let sums = try self.sums(query, of: span, by: .spans(of: run.length), scope: scope)
                guard flows.add(sums, of: run) else { return .tooLarge }
            }
        }
        return FigureAnswer(
            flows: flows.spans,
            base: base,
            hasStocks: query.hasStocks,
            maximumRows: query.maximumRows
        )
    }

    /// Returns the cohorts of some months; `nil` where there are more cells than the query allows.
    package func cohorts(_ query: CohortQuery) throws -> CohortAnswer? {
        guard let scope = try self.knownScope(ScopeName(app: query.app, environment: query.environment)) else {
            return CohortAnswer(cells: [:], products: [], earlierMonth: nil)
        }
        let cells = try self.cohorts(query, rebuilt: false, scope: scope)
        guard cells.count <= query.maximumCells else { return nil }
        return CohortAnswer(
            cells: cells,
            products: try self.cohortProducts(in: query.months, scope: scope).sorted(),
            earlierMonth: try self.cohortMonth(before: query.months.lowerBound, scope: scope)
        )
    }

    /// Returns the stocks before a bucket: the total of what is summed up, less the days since; `nil` where they have
    /// more rows than the query allows.
    private func base(
        _ query: FigureQuery,
        before bucket: FigureBucket,
        _ fold: FigureFold?,
        scope: Scope
    ) throws -> [FigureCell: FigureValues]? {
        var base: [FigureCell: FigureValues] = [:]
        func add(_ sums: FigureSums, times factor: Int64) -> Bool {
            for sum in sums { base[sum.cell, default: FigureValues()].add(sum.values, times: factor) }
            return sums.count <= query.maximumRows
        }
        guard let fold else { return base }
        guard add(try self.totals(query, by: .stocks, scope: scope), times: 1) else { return nil }
        guard bucket < fold.until else {
            let late = try self.sums(query, of: fold.until..<bucket, by: .stocks, scope: scope)
            return add(late, times: 1) ? base : nil
        }
        let days = FigureCalendar(timeZone: fold.timeZone)
        var day = days.day(of: bucket)
        if !days.beginsDay(bucket) { day = day + 1 }
        let begin = min(days.begin(of: day), fold.until)
        if bucket < begin {
            let since = try self.sums(query, of: bucket..<begin, by: .stocks, scope: scope)
            guard add(since, times: -1) else { return nil }
        }
        if begin < fold.until {
            let all = day..<(days.day(of: fold.until) + 1)
            guard add(try self.sums(query, of: all, by: .stocks, scope: scope), times: -1) else { return nil }
        }
        return base
    }
}

extension FigureQuery {
    /// Returns the place of the span that contains a bucket between the first and the last instant.
    package func place(of bucket: FigureBucket) -> Int {
        var (low, high) = (0, self.instants.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self.instants[middle] <= bucket { low = middle } else { high = middle }
        }
        return low
    }
}
