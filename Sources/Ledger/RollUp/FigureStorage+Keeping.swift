/// Keeps figures.
extension FigureStorage {
    /// The maximum number of quarters of days with rows that one commit sums up.
    private static var maximumParts: Int { 28 }
    /// The number of buckets of a quarter of a day.
    private static var partLength: Int64 { 24 }
    /// The number of rows after which one commit sums up nothing further.
    private static var maximumRows: Int { 20_000 }
    /// The number of days with rows that one commit removes.
    static var removedDays: Int { 7 }
    /// The number of sums of each kind that one commit removes.
    private static var removedSums: Int { 2000 }

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
            if self.takesTurn(of: scope), try self.removeDays(scope: scope) {
                fold.until = try self.firstBucket(from: first, rebuilt: false, scope: scope) ?? FigureBucket(now)
            }
            try self.save(fold, scope: scope)
            return fold
        }
        // Nothing is stored yet, so everything before this bucket is in its days.
        let fold = FigureFold(timeZone: timeZone, until: FigureBucket(now))
        try self.save(fold, scope: scope)
        return fold
    }

    /// Removes some days, the total first, and some sums, and returns whether nothing is left.
    private func removeDays(scope: Scope) throws -> Bool {
        var isOver = false
        for _ in 0..<Self.removedDays {
            guard let day = try self.firstDay(from: CivilDay(number: .min), scope: scope) else {
                isOver = true
                break
            }
            try self.removeDay(day, scope: scope)
        }
        for length in FigureLength.allCases {
            for splits in length.splits {
                let count = Self.removedSums
                let first = try self.firstSum(of: length, by: splits, from: .min, skipping: 0, scope: scope)
                guard let first else { continue }
                let next = try self.firstSum(of: length, by: splits, from: first, skipping: count, scope: scope)
                let end = next.map { max($0, first + 1) } ?? .max
                try self.removeSums(of: length, by: splits, in: first..<end, scope: scope)
                if next != nil { isOver = false }
            }
        }
        return isOver
    }

    /// Adds the rows of buckets that are summed up already to their days, to the total and to the other sums.
    func addLate(_ rows: FigureRows, _ fold: FigureFold, scope: Scope) throws {
        var calendar: FigureCalendar?
        for (key, values) in rows.rows where key.bucket < fold.until {
            let days = calendar ?? FigureCalendar(timeZone: fold.timeZone)
            calendar = days
            let day = days.day(of: key.bucket)
            try self.add(values, of: key.group, to: day, scope: scope)
            try self.add(values, of: key.group, to: nil, scope: scope)
            try self.add(values, at: key, toSumsOf: day, scope: scope)
        }
    }

    /// Sums up the buckets that are past by day.
    func sumUp(_ fold: inout FigureFold, scope: Scope, at now: Instant) throws {
        let until = FigureBucket(now)
        guard !fold.isRemovingDays, fold.until < until, self.takesTurn(of: scope) else { return }
        let days = FigureCalendar(timeZone: fold.timeZone)
        var rowCount = 0
        for _ in 0..<Self.maximumParts where fold.until < until && rowCount < Self.maximumRows {
            // Days without a row are passed over.
            guard let first = try self.firstBucket(from: fold.until, rebuilt: false, scope: scope), first < until else {
                fold.until = until
                break
            }
            let day = days.day(of: first)
            let end = min(until, days.begin(of: day + 1), FigureBucket(number: first.number + Self.partLength))
            rowCount += try self.sumUp(first..<end, of: day, scope: scope)
            fold.until = end
        }
        try self.save(fold, scope: scope)
    }
}
